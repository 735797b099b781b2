<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>GraphLayout</name>
    <message>
        <source>%1 tensors</source>
        <translation type="unfinished">%1 个张量</translation>
    </message>
</context>
<context>
    <name>GraphSubset</name>
    <message>
        <source>%1 of %2 operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the neighbourhood of the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the neighbourhood of the memory peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: a proof&apos;s path, without its last %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: a proof&apos;s path and what is around it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Select a tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the selection or take from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walk to the neighbour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wheel, +, -</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom time only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom memory only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom into a rectangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Middle drag, Space+Drag, Ctrl+Arrow keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0, Home, double click beside tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to a tensor, and show it in the other views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the selection in the other views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the time cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click or drag in the curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the time cursor by a step, by ten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, .  &lt; &gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a range of time for every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Drag in the curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin or end the range of time at the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[ ]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the range of time away, or the time cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click in the curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide or show the overview in the corner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note, pinned card, what a tensor stands on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right click, Menu key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop the rectangle, deselect all, or take the range away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the plan of a side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list above its map; Tab, Up, Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom and move both maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in one map, while Linked is on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor in both maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click in either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See where a tensor was and where it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference: click on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to one map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× at the right, or the same key again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain a pair in the inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click on its cell, or on the line between two tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walk from cell to cell, or from tensor to tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick the cell; draw around what is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select an operator, or the tensors of an edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walk to a predecessor or a successor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walk along the stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag, middle drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0, F, double click beside operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the tensor of an edge in the heap map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a part of a large graph: the part around an operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Legend on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag from an operator&apos;s right edge, or with Shift, to another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click on it, Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move an operator earlier or later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alt+Left, Alt+Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that can be done with the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deselect all, or give up a drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select an operator or a sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all within a rectangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Drag beside operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walk along the lane, or to the lanes beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left, Right, Up, Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move operators to another stream, or to a new one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag onto a lane, or below the last; Alt+Up, Alt+Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag along its lane; Alt+Left, Alt+Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click on its name, F2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom; show all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wheel, +, -; 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll the lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag beside operators, middle drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the time cursor; move it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click on the axis; , and .</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click, Ctrl+Click, Shift+Click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a tensor in the heap map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click, Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected rows with their header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort, and back to the order of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click on the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click on its row or bar, Up, Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort</source>
        <translation type="unfinished">排序</translation>
    </message>
    <message>
        <source>Play, pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One event back, one on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the beginning, to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To any moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click or drag in the chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show no moment any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select what a name stands for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click on it, or Tab and Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step through the events that need both tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up, Down, Left, Right, Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the heap map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In A | B and the difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the table of tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the strategies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;p&gt;An explorer of static memory plans for deep-learning graphs whose operators run on parallel streams.&lt;/p&gt;&lt;p&gt;The planning library and the command line are free under the &lt;b&gt;Apache License 2.0&lt;/b&gt;; the window, since it draws charts with QCustomPlot, under the &lt;b&gt;GNU General Public License 3&lt;/b&gt; or later.&lt;/p&gt;&lt;p&gt;Built with Qt %1 (LGPL 3), QCustomPlot (GPL 3), JSON for Modern C++ (MIT), tl::expected (CC0) and LEMON (Boost 1.0); graphs are drawn with Graphviz (EPL 1.0), started as a program of its own.&lt;/p&gt;&lt;p&gt;Streams are coloured after Okabe and Ito, for eyes of every kind.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a view that is hidden or behind another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its key, in the View menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to a view that is in front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the view that has the keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its key again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan A becomes B, and plan B becomes A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⇄ at the right, Ctrl+F9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the best plan again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The check mark; Alt+W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>See and question static memory plans.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A graph, the plans for it, further graphs.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::AnswerBar</name>
    <message>
        <source>&amp;Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An offset is a number of bytes, not beyond the top of the map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes, or as 12 KiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click an operator, or choose it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a tensor, or choose it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click an operator first, or choose it in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a tensor first, or choose it in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors, separated by commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click tensors with Ctrl, or type: a, b, c</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no tensor %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select some tensors first, or type their names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Safe: they may share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unsafe: they must not</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Coloring</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>no kind</source>
        <translation>无种类</translation>
    </message>
    <message numerus="yes">
        <source>%1 … %2 (%n tensor(s))</source>
        <translation>
            <numerusform>%1 … %2(%n 个张量)</numerusform>
        </translation>
    </message>
    <message>
        <source>no group</source>
        <translation>无分组</translation>
    </message>
    <message>
        <source>0 B</source>
        <translation>0 B</translation>
    </message>
    <message>
        <source>never needed</source>
        <translation>从不需要</translation>
    </message>
    <message>
        <source>%1 time units</source>
        <translation>%1 个时间单位</translation>
    </message>
    <message>
        <source>%1 step</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>moved up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>moved down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>same offset</source>
        <translation>偏移相同</translation>
    </message>
    <message>
        <source>without memory</source>
        <translation>不占内存</translation>
    </message>
    <message>
        <source>no baseline is pinned, so nothing differs from it</source>
        <translation>没有固定基线,因此没有差异可言</translation>
    </message>
    <message>
        <source>no phase</source>
        <translation>无阶段</translation>
    </message>
    <message>
        <source>no operator kind</source>
        <translation>无算子种类</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Tensor kind</source>
        <translation>张量种类</translation>
    </message>
    <message>
        <source>Operator kind</source>
        <translation>算子种类</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>Contiguous group</source>
        <translation>连续组</translation>
    </message>
    <message>
        <source>Difference from the baseline</source>
        <translation>与基线的差异</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>stowage::CompareView</name>
    <message>
        <source>A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan A, shown in every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan B, to compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;A | B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two plans side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs between plan A and plan B, in one map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Link A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both maps zoom and move together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to one map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map of the difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heap map of plan B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a plan for B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A and B need the same memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B needs %1 more than A.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B needs %1 less than A.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 – %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Swap A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⇄</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline can be plan B only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan A becomes B, and plan B becomes A</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::ConcurrencyPane</name>
    <message>
        <source>Suggest syncs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the single syncs that would save most memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what was found so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the selected sync to the graph (Return); it can be undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Syncs worth adding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Syncs of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a graph to see what its streams cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to save: all operators run on one stream.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation type="unfinished">
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the cost is being computed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cost %2 (%3): one stream, in this order, would need %4; these need %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 need no more than one stream would in this order, which is %2; these need %3. A sync may still save some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best plans: %1 on one stream, where every plan needs at least %2; %3 on these, where every plan needs at least %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no syncs to take away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln sync(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>redundant: implied by other arcs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them redundant: implied by others</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1. What is needed more without each:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which sync would save most? The search takes up to a minute.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was for a graph that has changed since, and was ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph has changed since these were found: suggest again, or undo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 possible syncs were planned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 possible syncs were bounded, %2 planned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 possible syncs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before any sync was planned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of those planned saves anything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By the bounds, another could save at most %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Syncs that order more and save no more are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching… %1 of %2 possible syncs planned.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Conflicts</name>
    <message>
        <source>share of a cell&apos;s pairs that are unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsafe pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of all pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never needed, in no pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsafe pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>safe pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors to a cell, each way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimated from %1 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size · conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors, in the order in which they are made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 unsafe pairs of %2 tensors, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn as a graph: a line joins two that may never share memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn as a matrix of all pairs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::ConflictsPane</name>
    <message>
        <source>Around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The unsafe pairs around the selection, as a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All pairs, as a matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation type="unfinished">冲突</translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of rows and columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished">流</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished">适配</translation>
    </message>
    <message>
        <source>Show the whole matrix (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsafe pairs to go from the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest neighbour drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most tensors drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the neighbourhood of what is selected now (Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Centre on the selection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::ContributorModel</name>
    <message>
        <source>%1: %2
Click to list and select its tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contributor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished">张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::DifferenceLegend</name>
    <message>
        <source>Legend of the difference</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::EditEntries</name>
    <message>
        <source>One of the tensors is in a group already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are fewer than two tensors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::EditMenus</name>
    <message>
        <source>Selected op&amp;erators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected ten&amp;sors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strea&amp;ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Si&amp;zes of all tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation type="unfinished">未打开任何文件</translation>
    </message>
    <message>
        <source>Select operators first: in the graph, or in the lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Streams, order, syncs and groups of %Ln selected operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Select tensors first: in the heap map, or in the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Sizes and groups of %Ln selected tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Experiments with the streams of all operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale them all, or align them</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Edits</name>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation type="unfinished">
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move %1 to a new stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the name of %1 away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge %1 into %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All on one stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One stream each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add sync %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove sync %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln sync(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move %1 later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reorder the group of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take %1 out of its group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve the group of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::EventModel</name>
    <message>
        <source>Before the first event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1.  %2 starts (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1.  %2 finishes (%3)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::EventPlayer</name>
    <message>
        <source>To the beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One event back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One event on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events of the execution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event of the execution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::Export</name>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::Facts</name>
    <message>
        <source>never needed</source>
        <translation type="unfinished">从不需要</translation>
    </message>
    <message>
        <source>time %1 to %2 (%3 long)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>steps %1 to %2 (%n in all)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::FileNames</name>
    <message>
        <source>Everything Stowage opens (%1)</source>
        <translation>Stowage 能打开的所有文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Plan (*.plan.json *.json)</source>
        <translation>规划方案 (*.plan.json *.json)</translation>
    </message>
    <message>
        <source>PNG image (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation>PNG 图像 (*.png);;SVG 图形 (*.svg);;PDF 页面 (*.pdf)</translation>
    </message>
</context>
<context>
    <name>stowage::FindBar</name>
    <message>
        <source>The name is a regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, &gt;1MiB, &lt;64KiB, @0x1000-0x2000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of a name; sizes such as &gt;1MiB &lt;64K =512; addresses such as @0x1000-0x2000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not understood: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no valid expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::GraphCard</name>
    <message>
        <source>%1 tensors, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the one must finish before the other starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>carries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of 0 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished">步</translation>
    </message>
    <message>
        <source>%1 of 0 to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::GraphDrawing</name>
    <message>
        <source>%1 operators · %2 tensors · %3 streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computational graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This input lists when tensors live, not what computes them: there is no graph to draw. The lanes show its steps, the heap map its tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no operators.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::GraphLegend</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sync, no data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>order within a stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uses graph inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes graph outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>neighbours not drawn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::GraphSaver</name>
    <message>
        <source>this format holds only %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::GraphWidget</name>
    <message>
        <source>Computational graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop on the operator that is to wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no operators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laying out %1 operators…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph could not be drawn: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the drawing from before: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computational graph</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::GroupTreeModel</name>
    <message numerus="yes">
        <source>%1 … %2 (%n tensor(s))</source>
        <translation type="unfinished">
            <numerusform>%1 … %2(%n 个张量)</numerusform>
        </translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
</context>
<context>
    <name>stowage::GroupsSection</name>
    <message>
        <source>Group the Selected Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected tensors must lie end to end, in the order of the file at first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor lies lower in its group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor lies higher in its group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take Out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor may lie anywhere; the others close the gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensors of the group may lie anywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contiguous groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No contiguous groups. Select tensors that must lie end to end, in any view, to make one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln contiguous group(s): the tensors of each lie end to end, in this order.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::HeapMap</name>
    <message>
        <source>peak %1 at %2</source>
        <translation>峰值 %1,位于%2</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>largest hole %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing wasted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 wasted: %2, %3 held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 wasted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2: at most %3 alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is overwritten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is written over it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step (place in the execution order)</source>
        <translation>步(执行顺序中的位置)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time (each step one event, not to scale)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>footprint %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>footprint %1 (%2 over the bound)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>footprint %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>bound %1 · proved optimal</source>
        <translation>下界 %1 · 已证最优</translation>
    </message>
    <message>
        <source>bound %1 · optimal</source>
        <translation>下界 %1 · 最优</translation>
    </message>
    <message>
        <source>difference from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 streams</source>
        <translation>%1 条流</translation>
    </message>
    <message>
        <source>Heap map</source>
        <translation>内存图</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>时刻 %1</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>bytes alive</source>
        <translation>存活字节</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensors: drawn as pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (tensors · bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each rectangle is a tensor: as long as it is needed, as high as its size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no operators, so there is no time to draw over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor of this graph needs any memory: there is nothing to draw.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no tensors: there is nothing to plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no plan yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) never needed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) of size 0</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Not drawn: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatched: another stream may still need it, or may make it this early: its memory is not free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other interleavings of the streams may need %1 at once.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::HeapMapPage</name>
    <message>
        <source>footprint %1</source>
        <translation type="unfinished">占用 %1</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation type="unfinished">下界 %1</translation>
    </message>
    <message>
        <source>bound %1 · proved optimal</source>
        <translation type="unfinished">下界 %1 · 已证最优</translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <translation type="unfinished">峰值 %1,位于%2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished">第 %1 步</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation type="unfinished">时刻 %1</translation>
    </message>
    <message>
        <source>step (place in the execution order)</source>
        <translation type="unfinished">步(执行顺序中的位置)</translation>
    </message>
    <message>
        <source>time (each step one event, not to scale)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offset</source>
        <translation type="unfinished">偏移</translation>
    </message>
    <message>
        <source>bytes alive</source>
        <translation type="unfinished">存活字节</translation>
    </message>
    <message>
        <source>size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never needed</source>
        <translation type="unfinished">从不需要</translation>
    </message>
    <message>
        <source>time %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps %1 to %2 (%3 in all)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>producer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: there from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>consumers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept as an output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished">适配</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show these tensors in their colour, or in grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heap map of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag to move, turn the wheel to zoom (Shift: steps only, Alt: bytes only). Keys: arrows go from tensor to tensor, with Shift they move the map; + and − zoom, 0 fits, / finds, Esc lets go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map is drawn by a script in this page, which your browser does not run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::HeapMapWidget</name>
    <message>
        <source>new</source>
        <translation type="unfinished">新增</translation>
    </message>
    <message>
        <source>not moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, moved by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Select what it stands on (%n)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It stands on the ground</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands right under it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in all views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin its card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the pinned card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all times again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>playing a run · Esc ends it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>playing a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag: time cursor, and the holes there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag an end of the range; double click: no range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+drag: a range of time for every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heap map</source>
        <translation type="unfinished">内存图</translation>
    </message>
    <message>
        <source>%1 tensors; footprint %2, bound %3, peak %4 at %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: %1, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::History</name>
    <message>
        <source>History</source>
        <translation type="unfinished">历史</translation>
    </message>
    <message>
        <source>Every step since the file was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a step to go back or forward to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;opened&gt;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::HoverCard</name>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; kept as an output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>producer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: there from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>consumers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: it may be made this early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the end: nothing comes after all its uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: another stream may still read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offset</source>
        <translation type="unfinished">偏移</translation>
    </message>
    <message>
        <source>end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation type="unfinished">检查器</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a tensor to see why it lies where it does, an operator to see what it waits for, or two tensors (with Ctrl) to see whether they may share memory, and why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 %2 in %n tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>awaited by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nowhere: what it waits for and what awaits it are next to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to steps %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, before %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished">步</translation>
    </message>
    <message>
        <source>%1 of 0 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>may move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select two tensors to see whether they may share memory, and why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>They make</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In this plan they share %1, from %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In this plan they lie apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 uses %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 waits for it (sync)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 follows on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After its use by </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After it is made by </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… %1 steps more …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and makes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light the path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Safe: they may share memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is never needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every use of %1 is over before %2 is made, in every execution.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n further use(s) likewise.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is being written by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is still needed by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is needed to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsafe: they must not share memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both are there before the first operator:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Both are needed at once after these %n event(s), which the graph allows:</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Their lifetimes do not overlap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their lifetimes overlap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether they may share memory is being worked out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether they may share memory is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept to the end, as an output</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) end to end: </source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offset</source>
        <translation type="unfinished">偏移</translation>
    </message>
    <message>
        <source>end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody: there from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>because of %1: %2 from %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (under %1 of the same group)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, of a group from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and so on: %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>down to 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which hangs free: nothing holds it up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n smaller one(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source> of its group, which moves as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why no lower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is at the bottom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could be: by %1, to %2, with all others where they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Below it, every byte is needed by tensors it may not share with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>No gap below it holds the %1. There are %n:</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Directly under it: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan is being made…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps bytes from nobody, and may lie anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsafe with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of 0 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Safe as planned: they may share memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run that is played leaves out a wait of one stream for another, so there one is overwritten. With all waits of the graph that cannot happen:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::LaneDrag</name>
    <message>
        <source>It must stay after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its place in the order is fixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must stay before %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop on the operator that is to wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>+ a new stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a sync from %1 to %2 already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A cycle: %1 leads to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Lanes</name>
    <message>
        <source>streams over the global order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>streams over steps %1 to %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished">步</translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished">时间</translation>
    </message>
    <message>
        <source>A column of pixels is %1 steps; the paler, the fewer of them run on the stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lanes %1 to %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many syncs to draw: come closer, or select their operators (%1 in all)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the selection&apos;s arcs, %1 are drawn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::LanesPane</name>
    <message>
        <source>Lanes</source>
        <translation type="unfinished">泳道</translation>
    </message>
    <message>
        <source>Scroll lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no operators, so there are no lanes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>redundant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other arcs imply it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>St&amp;ream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>implied by %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Learn</name>
    <message>
        <source>Its group would begin below 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would fit there, but the planner puts it at the beginning of the gap, at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would fit there, but there is room lower down, and first-fit takes the lowest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would fit there, but an object that was opened before has room, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No object has a place for it, so that another one is opened on top.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No gap below holds it; from %1 up all is free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lowest gap that holds it is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The only gap that holds it is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the gaps that hold it, %1 leaves least: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 would lie on %2 and overlap %3, which is on %4; the two are unsafe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All is free up there, but a gap below holds it: best-fit takes one that leaves less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would fit there and leave %1, but another gap leaves %2, and best-fit takes the one that leaves least.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No block lies outside an object or across its border. The objects are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is the tensor itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 are safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 are unsafe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 are safe, so this is no clique.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They add up to %1, and nothing pairwise unsafe has more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are pairwise unsafe and add up to %1, but there is a heavier set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ends highest, at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>While %1 runs, these are alive: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairwise unsafe, with %1 in all: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>safe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s) right at the first try</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::LearnPane</name>
    <message>
        <source>Lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph was changed, so it is no longer that of the lesson. Undo the changes, or open the lesson afresh.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open it afresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page of the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;how me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves this lesson, for the list of lessons; what was answered is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a lesson file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::LegendWidget</name>
    <message>
        <source>&amp;Colour by</source>
        <translation type="unfinished">着色依据(&amp;C)</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Legend</source>
        <translation type="unfinished">图例</translation>
    </message>
    <message>
        <source>Uncheck a class to grey it out in every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only tensors alive in these steps are counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map of a difference has colours of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The counts of a difference are of all steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln tensor(s), %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1  (%2 · %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
in all %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::LessonBoard</name>
    <message>
        <source>Map of the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 blocks are placed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is proposed at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Lifetimes</name>
    <message>
        <source>step of the global order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time (each step one event, not to scale)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensors to a line of pixels; the paler, the fewer of them alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors, in the order in which they are made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes alive</source>
        <translation type="unfinished">存活字节</translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <translation type="unfinished">峰值 %1,位于%2</translation>
    </message>
    <message>
        <source>lifetimes of %1 tensors over %2 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; not drawn: %1 never needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no operators, so there is no time to draw over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor is ever needed: there are no lifetimes to draw.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::MainWindow</name>
    <message>
        <source>%1[*] – Stowage</source>
        <translation>%1[*] – Stowage</translation>
    </message>
    <message>
        <source>Stowage</source>
        <translation>Stowage</translation>
    </message>
    <message>
        <source>Select one tensor to write a note on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no alignment: it is a whole number of bytes from 1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>比较(&amp;W)</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a valid plan for this graph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 is not a safe plan for this graph: %Ln violation(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Not opened. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>(and %Ln more fault(s))</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to draw yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export image</source>
        <translation>导出图像</translation>
    </message>
    <message>
        <source>Export web page</source>
        <translation>导出网页</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Concurrency</source>
        <translation>并发</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Not done: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open s&amp;ample</source>
        <translation>打开示例(&amp;A)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save graph</source>
        <translation>保存计算图(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;graph as…</source>
        <translation>计算图另存为(&amp;G)…</translation>
    </message>
    <message>
        <source>Save &amp;plan as…</source>
        <translation>规划方案另存为(&amp;P)…</translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation>保存规划方案</translation>
    </message>
    <message>
        <source>Export &amp;table…</source>
        <translation>导出表格(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Export image…</source>
        <translation>导出图像(&amp;E)…</translation>
    </message>
    <message>
        <source>The view that has the keyboard, as PNG, SVG or PDF</source>
        <translation>将当前拥有键盘焦点的视图导出为 PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>Export i&amp;mage of</source>
        <translation>导出以下视图的图像(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Heap map, A | B or difference…</source>
        <translation>内存图、A | B 或差异(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Graph…</source>
        <translation>计算图(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Strategy chart…</source>
        <translation>策略图表(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Lanes…</source>
        <translation>泳道(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Conflicts…</source>
        <translation>冲突(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Peak…</source>
        <translation>峰值(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Runs…</source>
        <translation>运行(&amp;R)…</translation>
    </message>
    <message>
        <source>Export heap map as &amp;web page…</source>
        <translation>将内存图导出为网页(&amp;W)…</translation>
    </message>
    <message>
        <source>One HTML file that pans, zooms and answers in any browser, without a network</source>
        <translation>一个 HTML 文件,可在任何浏览器中平移、缩放和查询,无需网络</translation>
    </message>
    <message>
        <source>Read &amp;interval ends as</source>
        <translation>区间端点的读法(&amp;I)</translation>
    </message>
    <message>
        <source>As the &amp;header says</source>
        <translation>按表头所述(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Half-open: [lower, upper)</source>
        <translation>半开:[lower, upper)(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Closed: [lower, upper]</source>
        <translation>闭:[lower, upper](&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open: (lower, upper)</source>
        <translation>开:(lower, upper)(&amp;O)</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Deselect all</source>
        <translation>取消全部选择(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Find tensors…</source>
        <translation>查找张量(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Filter the &amp;table…</source>
        <translation>筛选表格(&amp;T)…</translation>
    </message>
    <message>
        <source>N&amp;ote…</source>
        <translation>备注(&amp;O)…</translation>
    </message>
    <message>
        <source>Write on the selected tensor; notes are kept in a file beside that of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>着色依据(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Alignment</source>
        <translation>对齐(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Other…</source>
        <translation>其他(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>规划(&amp;P)</translation>
    </message>
    <message>
        <source>Pin as &amp;baseline</source>
        <translation>固定为基线(&amp;B)</translation>
    </message>
    <message>
        <source>Compare all plans with the one shown, as it is now, also after edits</source>
        <translation>以当前显示的方案为准比较所有方案,编辑之后仍然如此</translation>
    </message>
    <message>
        <source>&amp;Unpin the baseline</source>
        <translation>取消固定基线(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Plan again</source>
        <translation>重新规划(&amp;P)</translation>
    </message>
    <message>
        <source>Every strategy from the beginning, also after a cancelled planning</source>
        <translation>从头运行所有策略,规划被取消后也可使用</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Stowage</source>
        <translation>关于 Stowage(&amp;A)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Alignment in bytes</source>
        <translation>对齐字节数</translation>
    </message>
    <message>
        <source>Offsets and sizes are rounded up to multiples of this many bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 (%3) against the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop what runs in the background (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>未打开任何文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation>
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation>
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 unsafe pair(s)</source>
        <translation>
            <numerusform>%1 个不安全对</numerusform>
        </translation>
    </message>
    <message>
        <source>planned in %1</source>
        <translation>规划用时 %1</translation>
    </message>
    <message>
        <source>planning cancelled at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Editing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding unsafe pairs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proving the bound…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking the imported plan…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The edit was cancelled; nothing has changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search for a better bound was cancelled; all %1 strategies are done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning was cancelled; %1 strategies are done. Plan again (F5) starts it anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The check of the imported plan was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1 was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the imported plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no plan by %1; Plan again (F5) makes all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this format is only read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no changes to save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save graph</source>
        <translation>保存计算图</translation>
    </message>
    <message>
        <source>%1 has changed on disk since it was opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving would replace those changes with yours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot keep all of this graph (%2). Save it as a Stowage graph instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the name ends with no extension of a known format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds only a part of the graph: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a sample: Save asks for a file of your own. Without saving the changes are lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lea&amp;ve the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lessons (*.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::MapDifference</name>
    <message>
        <source>%1 moved (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 unmoved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of them of another size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space, on average over the steps: %1 freed, %2 newly used, %3 used as before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>space freed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>space newly used (over any colour)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Matrix</name>
    <message>
        <source>unsafe pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>safe pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all safe</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::MatrixView</name>
    <message>
        <source>Matrix of conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This graph has no tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The unsafe pairs are being found…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Putting the tensors in order…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor is alive in the time range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln tensor(s): those alive in the time range</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s) each way</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>no plan yet, so in order of time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each cell is a pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each cell is %1 × %1 pairs: the stronger its colour, the more are unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimated so far…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimated from some pairs of each cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as before the edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2: unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2: safe, the first is over before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2: safe, the second is over before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · unsafe in this cell: %1%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::MessageBar</name>
    <message>
        <source>Details…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Minimap</name>
    <message>
        <source>Overview of the heap map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of the map. Drag the frame, or click where it shall go (M hides this).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::MovedModel</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
    <message>
        <source>Size change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved and resized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished">新增</translation>
    </message>
    <message>
        <source>gone</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::MovedPane</name>
    <message>
        <source>Find by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter moved tensors by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows shown, as a CSV file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only tensors alive in these steps, in either plan, are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every tensor is where it was: the two plans are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to compare with yet. Open A | B, or pin a plan as the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 moved (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 unmoved</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::NeighbourhoodView</name>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; and &lt;b&gt;%2&lt;/b&gt;&lt;br&gt;may never share memory; click to see why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbourhood of conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start from the largest tensor at the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The unsafe pairs are being found…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The neighbourhood could not be drawn: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor to see which others may never share its memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placing the neighbourhood…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln neighbour(s) drawn</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln smaller than %1 not drawn</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more beyond the limit of %Ln tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln outside the time range</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the selected not drawn</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>placing anew…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as before the edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Around %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::NoteDialog</name>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on %1 (empty: none):</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::NotesKeeper</name>
    <message>
        <source>The notes were not read, and their file is left as it is. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are notes beside that file already, which are left as they are: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notes were not saved. %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Numbers</name>
    <message>
        <source>%1 byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::OffsetBox</name>
    <message>
        <source>Offset in bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up and Down go from edge to edge; any offset can be typed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::OpenDocument</name>
    <message>
        <source>the edit before this one is still being made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alignment of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::OperatorMenus</name>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among all %1 streams…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All on one stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An experiment: what does the graph need without concurrency? Undo brings it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is one stream only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One stream &amp;each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An experiment: every operator on its own stream, ordered by data and syncs alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Move to stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move ea&amp;rlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For one operator at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must stay after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must stay before %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove s&amp;ync from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Sync from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Sync from … to …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select two operators, or drag from the right edge of one to the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove s&amp;ync</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Group outputs contiguously</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a stream without operators can be removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;palette has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mer&amp;ge into</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Peak</name>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation type="unfinished">
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>The bound: %1 alive at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bound: the largest block that must lie end to end, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bound: what one operator needs at once, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>present from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>no phase</source>
        <translation type="unfinished">无阶段</translation>
    </message>
    <message>
        <source>no operator kind</source>
        <translation type="unfinished">无算子种类</translation>
    </message>
    <message>
        <source>no kind</source>
        <translation type="unfinished">无种类</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The clique: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alive at %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bounds are being computed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan yet; none can be smaller than %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan shown is aligned to %1, the bound of %2 to %3: they cannot be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proved optimal: footprint and bound are both %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2) above the bound: footprint %3, bound %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The heaviest set of tensors that may never share memory is still being computed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From lifetimes only: the heaviest set of tensors that may never share memory was not computed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bound: %1, no two of which may share memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shown order needs as much at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shown order needs only %1 at once, other interleavings of the streams need it all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the clique: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alive at %1, the fullest: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::PeakModel</name>
    <message>
        <source>from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished">流</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished">阶段</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::PeakPane</name>
    <message>
        <source>&amp;Light in map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensors that prove the bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is alive at the time cursor, or at the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished">峰值</translation>
    </message>
    <message>
        <source>Select the listed tensors in every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the tensors of this contributor are listed: list all again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only tensors alive in these steps are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors at the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contributors by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contributors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Footprint and bound are of all steps, not only of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(As before the edit.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 only  ✕</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 only</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>&amp;Light these %Ln in map</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Light all %Ln in map</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>; listed: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::PlanHeader</name>
    <message>
        <source>±0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being planned anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Footprint %1; the other side needs %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::RangeButton</name>
    <message>
        <source>steps %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: show all again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1  ✕</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 only</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::RowTable</name>
    <message>
        <source>&amp;Copy with header</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::RunChart</name>
    <message>
        <source>The run: when each operator ran, and bytes alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, without: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; faint: operators outside of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes alive</source>
        <translation type="unfinished">存活字节</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation type="unfinished">
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::RunsPane</name>
    <message>
        <source>which %1 is still writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which %1 still needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which is needed to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 waits for the data of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 waits for %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 finishes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 overlap from the start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwritten: %1 writes %2 over %3, %4. This plan is not safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwritten: %1 did not wait for %2, and writes %3 over %4, %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwritten: since %1 did not wait for %2, %3 writes %4 over %5, %6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is shown once there is a plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No search. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the run shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moment of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One event back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One event on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How fast the run is played; the whole of it takes at most a minute at × 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each number is another execution, the same on every machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;nother</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run of the next seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait between streams to leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which wait of one stream for another the run leaves out; the plan stays as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Break it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without any one wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 waits in all: select an operator to list its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished">取消</translation>
    </message>
    <message>
        <source>&amp;Mend it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for a run that lacks a wait and overwrites what is still needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No stream waits for another: there is nothing to leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for a run that breaks…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alive %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>observed peak %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>footprint %1</source>
        <translation type="unfinished">占用 %1</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation type="unfinished">下界 %1</translation>
    </message>
    <message>
        <source>shaded: more operators than pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faint: operators outside of %1; bytes and peak are of the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run of seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>None of %Ln run(s), each without one of the waits, broke the plan.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %Ln run(s) without this wait broke the plan.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::SizeSpin</name>
    <message>
        <source>any size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::SizesSection</name>
    <message>
        <source>× 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As if the batch were twice as large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>÷ 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half the size, rounded up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times the factor, rounded up to whole bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the selected tensors this size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scaling rounds up to whole bytes. The alignment of offsets and sizes is no property of the graph but an option of the planning: set it in the toolbar.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the selected tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>All %Ln tensor(s), %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected tensor(s), %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Selected tensors: none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4096, 4 KiB, 0x1000</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StartPage</name>
    <message>
        <source>Start page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stowage</source>
        <translation type="unfinished">Stowage</translation>
    </message>
    <message>
        <source>Plans where every tensor of a deep-learning graph lives in one buffer, and shows you why it is safe and how good it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open a graph…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or drop a graph file or an interval CSV here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Steps</name>
    <message>
        <source>b = %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · block %2 of %3 · step %4 of %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forbidden starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forbidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forb.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>merged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mrgd.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gaps for the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gaps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>obj.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each block b, those made while most bytes are alive first:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each block b, the largest first:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each block b, those made earliest first:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each block b, those of most unsafe partners first:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made while %1 are alive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the largest left, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made at step %1, the earliest left</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>unsafe to %n other(s), the most left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Block %1 of %2 is %3: %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The one before was equal: ties go by the order in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The one before was equal: of equal ones the larger comes first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing placed so far is unsafe to it: it may lie anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) placed so far may be needed together with it: those addresses are taken.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s), a tensor placed so far may be needed together with a member of the group: the group must not start where the two would overlap.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to merge: all is one gap without end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>What touches or overlaps is merged into %n stretch(es) of forbidden starts.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What touches or overlaps is merged into %n stretch(es).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They leave %n gap(s) below, and all</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>from %1 up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All from %1 up is free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From %1 up all is free: it fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It fills the gap at %1 exactly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gap at %1 holds its %2 and leaves %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>object %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objects %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller than the block, which has %1: %2 cannot hold it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In %1 every address is forbidden to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gap at %1 has %2: %3 too little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First-fit takes the lowest, and looks no further.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be better: the search ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the first that fits: best-fit remembers it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is less than any before: best-fit remembers it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The choice so far leaves no more, and stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no object yet:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No object has a place for it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>object %1 is opened on top of all, as large as the block, from %2 to %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the start of the object opened for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the lowest gap that holds it, in the first object that has one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the lowest gap that holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a gap that it fills exactly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the only gap that holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the only gap that holds it in the first object that has one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the first object that can hold it, the gap in which it leaves least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the gaps that hold it, the one in which it leaves least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 keeps bytes from nobody (it is never needed, or empty): it is put at 0 unseen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is put at %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The footprint grows from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The footprint stays %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>avoid: what is placed and unsafe to b forbids it some places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>merge: forbidden places that touch become one; the rest are gaps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each object o, oldest first, until there is a choice:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each gap g in o, lowest first:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each gap g, lowest first:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>if b fits into g: choose g, and stop looking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>if b fits into g, and leaves less than in the choice so far: choose g</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>if there is no choice: open an object as large as b on top, and choose it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put b at the start of the choice; its end may raise the footprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; gaps by Algorithms 8 to 10, first-fit by Algorithm 11</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; gaps by Algorithms 8 to 10, best-fit by Algorithm 12</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smaller than the block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing free for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 too little</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits exactly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits, leaves %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StrategyChart</name>
    <message>
        <source>Footprints of all strategies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dashed: lower bound %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dotted: baseline %1, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The axis starts at %1, not at 0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StrategyPanel</name>
    <message>
        <source>Strategies</source>
        <translation type="unfinished">策略</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with no plan any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, pinned: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin %1 as &amp;baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unpin the baseline</source>
        <translation type="unfinished">取消固定基线(&amp;U)</translation>
    </message>
    <message>
        <source>Sho&amp;w the best plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whatever changes, the views show the plan with the smallest footprint; of equals, the first. Choosing a plan ends that.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StrategyTableModel</name>
    <message>
        <source>The smallest plan is shown until a strategy is clicked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the footprint lies above the best lower bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the footprint lies from that of the pinned baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A plan that was opened, not made here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (before the last change)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, against %2 of the baseline %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proved optimal: no plan is smaller than the lower bound of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lower bound is still being computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan is that before the last change, the lower bound is not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 above the lower bound of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StrategyToggles</name>
    <message>
        <source>Single object</source>
        <translation>单对象</translation>
    </message>
    <message>
        <source>The buffer is one object in which every block finds its place</source>
        <translation>整个缓冲区是一个对象,每个块都在其中找位置</translation>
    </message>
    <message>
        <source>Many objects</source>
        <translation>多对象</translation>
    </message>
    <message>
        <source>Blocks share objects that lie one above the other</source>
        <translation>多个块共用上下相叠的对象</translation>
    </message>
    <message>
        <source>Breadth</source>
        <translation>广度</translation>
    </message>
    <message>
        <source>First the tensors of the operators that touch most memory</source>
        <translation>先放访问内存最多的算子的张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>First the largest tensors</source>
        <translation>先放最大的张量</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>First the tensors that are produced first</source>
        <translation>先放最早产生的张量</translation>
    </message>
    <message>
        <source>Unsafe</source>
        <translation>不安全度</translation>
    </message>
    <message>
        <source>First the tensors with most unsafe partners</source>
        <translation>先放不安全对最多的张量</translation>
    </message>
    <message>
        <source>Best fit</source>
        <translation>最佳适配</translation>
    </message>
    <message>
        <source>Into the tightest gap that is large enough</source>
        <translation>放入足够大的最小空隙</translation>
    </message>
    <message>
        <source>First fit</source>
        <translation>首次适配</translation>
    </message>
    <message>
        <source>Into the lowest gap that is large enough</source>
        <translation>放入足够大的最低空隙</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适配</translation>
    </message>
</context>
<context>
    <name>stowage::StreamTableModel</name>
    <message>
        <source>Stream %1 in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of what it makes are alive at once at step %2; it makes %3 in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished">流</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished">峰值</translation>
    </message>
    <message>
        <source>The most bytes made on the stream that are alive at one step of the global order</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StreamsSection</name>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the stream another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the stream&apos;s colour in every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour of the Palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the colour back to the palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge Into…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move its operators to another stream, and remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the stream, on which nothing runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select Its Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select what runs on the stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selection to a New Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the selected operators to a new stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All on One Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An experiment: what does the graph need without concurrency? Undo brings it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One Stream Each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An experiment: every operator on its own stream, ordered by data and syncs alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s): operators of one run in the global order, those of different ones at the same time, as far as data and syncs allow.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Colour of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (stream %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the operators of %1 to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::StructurePane</name>
    <message>
        <source>Structure</source>
        <translation type="unfinished">结构</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Syncs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::SuggestionTableModel</name>
    <message>
        <source>Let %1 (%2) wait for %3 (%4), and the best plan needs %5 instead of %6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan with this sync needs less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every plan with this sync needs at least %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sync to add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 also changes the order shown: it moves %2 later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 also changes the order shown: it moves %Ln operator(s) later, %2 and what follows it.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · moves %Ln later</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::SyncCostModel</name>
    <message>
        <source>redundant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2) waits for %3 (%4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other arcs imply this sync: without it nothing changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every plan without this sync needs at least %1; with it, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best plan without this sync needs %1; with it, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much more the best plan needs without the sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much more every plan needs without the sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sync there is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Implied by %1: without it nothing changes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::SyncTableModel</name>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2: must finish first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2: waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being found out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing else makes the second operator wait for the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether other arcs imply it: data, the order of a stream, and syncs that are not redundant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redundant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes, by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removing it changes nothing, alone or with all other redundant ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data, the order of a stream and the syncs that stay imply it: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Implied by %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::SyncWords</name>
    <message numerus="yes">
        <source>(%Ln more)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>a direct arc</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::SyncsSection</name>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected syncs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove All Redundant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove all syncs that other arcs imply: no execution changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sync Between the Two Selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The later of the two selected operators waits for the earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Syncs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No syncs: operators of different streams wait for data alone. Select two operators to make one wait for the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln sync(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sync(s). Which are redundant cannot be told: %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, none redundant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, which is redundant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln of them redundant.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln redundant sync(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::TensorMenus</name>
    <message>
        <source>Scale sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Factor, to three decimal places:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Size, such as 4096, 4 KiB or 0x1000:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Group contiguously</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size × &amp;2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size &amp;÷ 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;cale size…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Set size…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Take out of its group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dissolve its group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is in no group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are not all in one group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For one tensor at a time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::TensorTable</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter tensors by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name is a regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows shown, as a CSV file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only tensors alive in these steps are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished">张量</translation>
    </message>
    <message>
        <source>Not an amount such as 4096, 4 KiB or 0x1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation type="unfinished">
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::TensorTableModel</name>
    <message>
        <source>None: this input says only from when to when a tensor lives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes, as in the graph: not rounded up to the alignment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it starts in the buffer, in bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first byte after it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first instant at which it is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first step of the global order that needs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first instant at which it is needed no longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last step of the global order that needs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stream of its producer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished">大小</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished">流</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Consumers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source> and %Ln more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>group %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stowage::Translation</name>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>From the next start of Stowage on</source>
        <translation>下次启动 Stowage 时生效</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>下次启动时生效</translation>
    </message>
</context>
<context>
    <name>stowage::WholeNote</name>
    <message>
        <source>This is of all steps, not only of %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
