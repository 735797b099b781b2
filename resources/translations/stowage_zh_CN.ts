<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ColoringText</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>GraphSubset</name>
    <message>
        <source>%1 of %2 operators</source>
        <translation>%2 个算子中的 %1 个</translation>
    </message>
    <message>
        <source>: the neighbourhood of the selection</source>
        <translation>：所选内容的邻域</translation>
    </message>
    <message>
        <source>: the neighbourhood of the memory peak</source>
        <translation>：内存峰值的邻域</translation>
    </message>
    <message>
        <source>: a proof&apos;s path, without its last %1</source>
        <translation>：证明路径，不含最后 %1 个</translation>
    </message>
    <message>
        <source>: a proof&apos;s path and its surroundings</source>
        <translation>：证明路径及其周围</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>关于 Stowage</translation>
    </message>
    <message>
        <source>Find a command, a gesture or a key</source>
        <translation>查找命令、手势或按键</translation>
    </message>
    <message>
        <source>No command, gesture or key has “%1” in it.</source>
        <translation>没有命令、手势或按键包含“%1”。</translation>
    </message>
    <message>
        <source>&lt;p&gt;An explorer of static memory plans for deep-learning graphs whose operators run on parallel streams.&lt;/p&gt;&lt;p&gt;The planning library and the command line are free under the &lt;b&gt;Apache License 2.0&lt;/b&gt;; the window, since it draws charts with QCustomPlot, under the &lt;b&gt;GNU General Public License 3&lt;/b&gt; or later.&lt;/p&gt;&lt;p&gt;Built with Qt %1 (LGPL 3), QCustomPlot (GPL 3), JSON for Modern C++ (MIT), tl::expected (CC0) and LEMON (Boost 1.0); graphs are drawn with Graphviz (EPL 1.0), which runs as a separate program.&lt;/p&gt;&lt;p&gt;The stream colours of Okabe and Ito are safe for colour-blind readers.&lt;/p&gt;</source>
        <translation>&lt;p&gt;用于浏览深度学习计算图静态内存规划方案的工具，图中的算子在并行的流上运行。&lt;/p&gt;&lt;p&gt;规划库和命令行程序依据 &lt;b&gt;Apache License 2.0&lt;/b&gt; 自由使用；窗口程序因使用 QCustomPlot 绘制图表，依据 &lt;b&gt;GNU General Public License 3&lt;/b&gt; 或更高版本发布。&lt;/p&gt;&lt;p&gt;使用 Qt %1（LGPL 3）、QCustomPlot（GPL 3）、JSON for Modern C++（MIT）、tl::expected（CC0）和 LEMON（Boost 1.0）构建；计算图由作为独立程序启动的 Graphviz（EPL 1.0）绘制。&lt;/p&gt;&lt;p&gt;流的颜色取自 Okabe 和 Ito 的配色，各种色觉的人都能分辨。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>PaperText</name>
    <message>
        <source>PyTorch is the given order with a simulated caching allocator, the heuristics are LESCEA and LLFB, MODeL is OLLA&apos;s order and offsets; training is with Adam. Multi-streaming (MS): operators of a category have a stream of their own; where OLLA&apos;s program has operators share a step, they run one after the other.</source>
        <translation>PyTorch 指原顺序加模拟的缓存分配器，启发式方法指 LESCEA 和 LLFB，MODeL 指 OLLA 的顺序和偏移；训练使用 Adam。多流（MS）：同一类别的算子有自己的流；若 OLLA 的整数规划让多个算子共用一步，则它们逐个运行。</translation>
    </message>
    <message>
        <source>Our graphs differ: networks of the zoo with Adam, where the paper has what PyTorch runs.</source>
        <translation>计算图不同：我们用网络库中的网络和 Adam，论文则用 PyTorch 运行的计算图。</translation>
    </message>
    <message>
        <source>Our graphs differ: the published rule places updates by segment, which needs more here than LESCEA&apos;s step by step.</source>
        <translation>计算图不同：发表的规则按段安排更新，在这里比 LESCEA 的逐步安排需要更多内存。</translation>
    </message>
    <message>
        <source>Graphs and baseline differ: the paper measures PyTorch 1.13 itself, we simulate its allocator on networks of the zoo.</source>
        <translation>计算图和基线不同：论文实测 PyTorch 1.13 本身，我们则在网络库的网络上模拟它的分配器。</translation>
    </message>
    <message>
        <source>MODeL differs: where its solver finds nothing in time, the given order stays here, and offsets are by best fit; graphs, solver and time limit differ, too.</source>
        <translation>MODeL 不同：若其求解器未能及时找到结果，这里保持原顺序，偏移按最佳适应求得；计算图、求解器和时限也不同。</translation>
    </message>
    <message>
        <source>Machine, solver and code differ: times of the paper are of a server with many cores, and of a heuristic in another language.</source>
        <translation>机器、求解器和代码不同：论文的时间是在多核服务器上测得的，其启发式方法用另一种语言写成。</translation>
    </message>
    <message>
        <source>Streams and MODeL differ: the paper lets both run several operators at once, here both run one at a time; where MODeL&apos;s solver finds nothing in time, the given order stays, and offsets are by best fit.</source>
        <translation>流与 MODeL 不同：论文中两者可同时运行多个算子，此处两者一次只运行一个；MODeL 的求解器未能及时找到结果时，保留给定顺序，偏移由最佳适配确定。</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>恢复默认值</translation>
    </message>
</context>
<context>
    <name>SaveGraph</name>
    <message>
        <source>this format holds only %1</source>
        <translation>此格式只能保存%1</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
</context>
<context>
    <name>TableDrawing</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>Offsets in %1</source>
        <translation>%1 中的偏移量</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>then as from %1 on</source>
        <translation>之后从 %1 起重复</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>外部</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Explore static memory plans.</source>
        <translation>浏览静态内存方案。</translation>
    </message>
    <message>
        <source>A graph, plans for it, and more graphs.</source>
        <translation>一个计算图、其方案、更多计算图。</translation>
    </message>
</context>
<context>
    <name>stowage::Activity</name>
    <message>
        <source>St&amp;op</source>
        <translation>停止(&amp;O)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the background work (Esc)</source>
        <translation>停止后台运行的任务 (Esc)</translation>
    </message>
</context>
<context>
    <name>stowage::AlignmentBox</name>
    <message>
        <source>Alignment in bytes</source>
        <translation>对齐字节数</translation>
    </message>
    <message>
        <source>Offsets and sizes are rounded up to multiples of this many bytes</source>
        <translation>偏移和大小向上取整为此字节数的倍数</translation>
    </message>
    <message>
        <source>%1 is not a valid alignment. Enter a whole number from 1 to %2.</source>
        <translation>%1 不是有效的对齐：应为 1 到 %2 的整数字节数。</translation>
    </message>
</context>
<context>
    <name>stowage::AnswerBar</name>
    <message>
        <source>Number of bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>bytes, or as 12 KiB</source>
        <translation>字节，或如 12 KiB</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <source>Type a number.</source>
        <translation>请输入一个数字。</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Click an operator, or choose it</source>
        <translation>单击一个算子，或从中选择</translation>
    </message>
    <message>
        <source>Click a tensor, or choose it</source>
        <translation>单击一个张量，或从中选择</translation>
    </message>
    <message>
        <source>Click an operator first, or choose it in the list.</source>
        <translation>请先单击一个算子，或在列表中选择。</translation>
    </message>
    <message>
        <source>Click a tensor first, or choose it in the list.</source>
        <translation>请先单击一个张量，或在列表中选择。</translation>
    </message>
    <message>
        <source>Tensors, separated by commas</source>
        <translation>张量，以逗号分隔</translation>
    </message>
    <message>
        <source>Click tensors with Ctrl, or type: a, b, c</source>
        <translation>按住 Ctrl 单击张量，或输入：a, b, c</translation>
    </message>
    <message>
        <source>There is no tensor %1.</source>
        <translation>没有张量 %1。</translation>
    </message>
    <message>
        <source>Select some tensors first, or type their names.</source>
        <translation>请先选择几个张量，或输入其名称。</translation>
    </message>
    <message>
        <source>&amp;Unsafe: they must not</source>
        <translation>不安全：绝不能共用(&amp;U)</translation>
    </message>
    <message>
        <source>Safe: they ma&amp;y share</source>
        <translation>安全：可以共用(&amp;Y)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>with its unit, as 12 µs or 12 us</source>
        <translation>带单位，如 12 µs 或 12 us</translation>
    </message>
    <message>
        <source>Type a time with its unit, as 12 µs or 12 us.</source>
        <translation>请输入带单位的时间，如 12 µs 或 12 us。</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>检查(&amp;C)</translation>
    </message>
    <message>
        <source>Offset in bytes</source>
        <translation>偏移（字节）</translation>
    </message>
    <message>
        <source>an offset in bytes</source>
        <translation>偏移，以字节为单位</translation>
    </message>
    <message>
        <source>Enter an offset in bytes, at most %1, the top of the map.</source>
        <translation>请输入以字节计的偏移，最大为 %1，即内存图的顶端。</translation>
    </message>
</context>
<context>
    <name>stowage::ChildProcess</name>
    <message>
        <source>%1 took longer than %2 s</source>
        <translation>%1 用时超过 %2 秒</translation>
    </message>
    <message>
        <source>%1 crashed</source>
        <translation>%1 崩溃了</translation>
    </message>
    <message>
        <source>%1 failed with code %2</source>
        <translation>%1 失败，代码 %2</translation>
    </message>
    <message>
        <source>%1 did not start: %2</source>
        <translation>%1 没有启动：%2</translation>
    </message>
    <message>
        <source>%1 returned too much output</source>
        <translation>%1 的回答过长</translation>
    </message>
    <message>
        <source>%1 was not found (program &quot;%2&quot;); install %3</source>
        <translation>没有找到 %1（程序“%2”）；请安装 %3</translation>
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
    <message>
        <source>no baseline is pinned to compare with</source>
        <translation>没有固定的基线可供比较</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
</context>
<context>
    <name>stowage::CompareView</name>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Two plans side by side</source>
        <translation>两个方案并排</translation>
    </message>
    <message>
        <source>&amp;Difference</source>
        <translation>差异(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Link A and B</source>
        <translation>联动 A 和 B(&amp;L)</translation>
    </message>
    <message>
        <source>Both maps zoom and move together</source>
        <translation>两张内存图一起缩放和移动</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>×</source>
        <translation>×</translation>
    </message>
    <message>
        <source>Back to one map</source>
        <translation>回到单张内存图</translation>
    </message>
    <message>
        <source>How to compare</source>
        <translation>对比方式</translation>
    </message>
    <message>
        <source>Map of the difference</source>
        <translation>差异图</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>A and B need the same memory.</source>
        <translation>A 和 B 需要的内存相同。</translation>
    </message>
    <message>
        <source>B needs %1 more than A.</source>
        <translation>B 比 A 多需要 %1。</translation>
    </message>
    <message>
        <source>B needs %1 less than A.</source>
        <translation>B 比 A 少需要 %1。</translation>
    </message>
    <message>
        <source>%1: %2 – %3</source>
        <translation>%1：%2 – %3</translation>
    </message>
    <message>
        <source>&amp;Swap A and B</source>
        <translation>交换 A 和 B(&amp;S)</translation>
    </message>
    <message>
        <source>⇄</source>
        <translation>⇄</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 和 B</translation>
    </message>
    <message>
        <source>Plan A becomes B, and plan B becomes A</source>
        <translation>方案 A 变为 B，方案 B 变为 A</translation>
    </message>
    <message>
        <source>A | &amp;B</source>
        <translation>A | &amp;B</translation>
    </message>
    <message>
        <source>Neither A nor B is a safe plan.</source>
        <translation>A 和 B 都不是安全的方案。</translation>
    </message>
    <message>
        <source>A is not a safe plan, so its footprint cannot be compared.</source>
        <translation>A 不是安全的方案，因此无法比较其占用。</translation>
    </message>
    <message>
        <source>B is not a safe plan, so its footprint cannot be compared.</source>
        <translation>B 不是安全的方案，因此无法比较其占用。</translation>
    </message>
    <message>
        <source>Both take %1.</source>
        <translation>两者都需 %1。</translation>
    </message>
    <message>
        <source>B takes %1 longer.</source>
        <translation>B 多用 %1。</translation>
    </message>
    <message>
        <source>B takes %1 less.</source>
        <translation>B 少用 %1。</translation>
    </message>
    <message>
        <source>Plan A (before), to compare with</source>
        <translation>方案 A（之前）：用于比较</translation>
    </message>
    <message>
        <source>Plan B (after), shown in every view</source>
        <translation>方案 B（之后）：显示在每个视图中</translation>
    </message>
    <message>
        <source>Heap map of plan A</source>
        <translation>方案 A 的内存图</translation>
    </message>
    <message>
        <source>The baseline can be plan A only</source>
        <translation>基线只能是方案 A</translation>
    </message>
    <message>
        <source>Choose a plan for A.</source>
        <translation>请为 A 选择一个方案。</translation>
    </message>
    <message>
        <source>The changes from plan A to plan B, in one map</source>
        <translation>在一张图中显示从方案 A 到方案 B 的变化</translation>
    </message>
    <message>
        <source>Not everything is counted, so the memory of A and B cannot be compared.</source>
        <translation>并非全部计入，因此无法比较 A 与 B 的内存。</translation>
    </message>
    <message>
        <source>Offsets were assumed, so the memory of A and B cannot be compared.</source>
        <translation>偏移是假设的，因此无法比较 A 与 B 的内存。</translation>
    </message>
</context>
<context>
    <name>stowage::Comparison</name>
    <message>
        <source>baseline (%1)</source>
        <translation>基线（%1）</translation>
    </message>
    <message>
        <source>There is only one plan so far</source>
        <translation>目前只有一个方案</translation>
    </message>
    <message>
        <source>Answer the lesson&apos;s question first</source>
        <translation>请先回答本课的问题</translation>
    </message>
</context>
<context>
    <name>stowage::Conflicts</name>
    <message>
        <source>unsafe pairs</source>
        <translation>不安全对</translation>
    </message>
    <message>
        <source>of all pairs</source>
        <translation>占所有对的比例</translation>
    </message>
    <message>
        <source>never needed, in no pair</source>
        <translation>从不需要，不在任何对中</translation>
    </message>
    <message>
        <source>tensors to a cell, each way</source>
        <translation>每单元格的张量数（每个方向）</translation>
    </message>
    <message>
        <source>Most conflicts</source>
        <translation>冲突最多</translation>
    </message>
    <message>
        <source>size · conflicts</source>
        <translation>大小 · 冲突</translation>
    </message>
    <message>
        <source>drawn as a graph: a line joins two that may never share memory</source>
        <translation>以图的形式绘制：连线的两个张量绝不能共用内存</translation>
    </message>
    <message>
        <source>drawn as a matrix, in the order in which tensors are made</source>
        <translation>以矩阵形式绘制，按张量产生的先后排列</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>张量对</translation>
    </message>
    <message>
        <source>unsafe pair</source>
        <translation>不安全对</translation>
    </message>
    <message>
        <source>safe pair</source>
        <translation>安全对</translation>
    </message>
    <message>
        <source>no pair</source>
        <translation>无此对</translation>
    </message>
    <message>
        <source>all unsafe</source>
        <translation>全部不安全</translation>
    </message>
    <message>
        <source>half unsafe</source>
        <translation>一半不安全</translation>
    </message>
    <message>
        <source>all safe</source>
        <translation>全部安全</translation>
    </message>
    <message>
        <source>estimated from some pairs of each cell</source>
        <translation>由每个单元格的部分对估计</translation>
    </message>
    <message>
        <source>%1 unsafe pairs of %2, %3</source>
        <translation>%2 中有 %1 个不安全对，%3</translation>
    </message>
</context>
<context>
    <name>stowage::ConflictsPane</name>
    <message>
        <source>Around</source>
        <translation>周围</translation>
    </message>
    <message>
        <source>The unsafe pairs around the selection, as a graph</source>
        <translation>以图的形式显示所选内容周围的不安全对</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>All pairs, as a matrix</source>
        <translation>以矩阵形式显示所有对</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Order of rows and columns</source>
        <translation>行和列的顺序</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Show the whole matrix (0)</source>
        <translation>显示整个矩阵 (0)</translation>
    </message>
    <message>
        <source>Hops</source>
        <translation>跳数</translation>
    </message>
    <message>
        <source>Unsafe pairs to go from the selection</source>
        <translation>从所选内容出发经过的不安全对数目</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Smallest neighbour drawn</source>
        <translation>绘制的最小邻居</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Largest number of tensors drawn</source>
        <translation>绘制的张量数目上限</translation>
    </message>
    <message>
        <source>Centre on the selection</source>
        <translation>以所选内容为中心</translation>
    </message>
    <message>
        <source>&amp;Conflicts…</source>
        <translation>冲突(&amp;C)…</translation>
    </message>
    <message>
        <source>Export image of the conflicts</source>
        <translation>导出冲突的图像</translation>
    </message>
    <message>
        <source>Draw the neighbourhood of the selection (Return)</source>
        <translation>绘制当前所选内容的邻域（回车）</translation>
    </message>
</context>
<context>
    <name>stowage::ContributorModel</name>
    <message>
        <source>%1: %2
Click to list and select its tensors</source>
        <translation>%1：%2
单击以列出并选择其张量</translation>
    </message>
    <message>
        <source>Contributor</source>
        <translation>贡献者</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>A property that tensors of the list share</source>
        <translation>列表中张量的共同之处</translation>
    </message>
    <message>
        <source>Number of listed tensors with this property</source>
        <translation>在列出的张量中占多少个</translation>
    </message>
    <message>
        <source>The sum of their sizes; all rows add up to the list</source>
        <translation>它们的大小总和；所有行合计为整个列表</translation>
    </message>
    <message>
        <source>Their share of all listed bytes</source>
        <translation>它们在所列全部字节中的占比</translation>
    </message>
</context>
<context>
    <name>stowage::Curves</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>bytes alive in each of %1 steps</source>
        <translation>%1 个步骤中每步存活的字节</translation>
    </message>
    <message>
        <source>No tensor is ever alive, so there is nothing to draw.</source>
        <translation>没有任何张量存活，因此没有可绘制的内容。</translation>
    </message>
    <message>
        <source>time (steps of one width, not to scale)</source>
        <translation>时间（各步等宽，不按比例）</translation>
    </message>
    <message>
        <source>tensors, in the order in which they are made</source>
        <translation>张量，按产生的先后排列</translation>
    </message>
    <message>
        <source>bytes alive</source>
        <translation>存活字节</translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <translation>峰值 %1（%2）</translation>
    </message>
    <message>
        <source>; not drawn: %1 never needed</source>
        <translation>；未绘制：%1 个从不需要</translation>
    </message>
    <message>
        <source>No tensor is ever needed: there are no lifetimes to draw.</source>
        <translation>没有任何张量被需要：没有可绘制的生命周期。</translation>
    </message>
    <message>
        <source>%1 tensors per line of pixels; paler means fewer of them alive</source>
        <translation>每行像素 %1 个张量；颜色越淡，存活的越少</translation>
    </message>
    <message>
        <source>%1 tensors per line (pale: fewer alive)</source>
        <translation>每行 %1 个张量（越浅存活越少）</translation>
    </message>
    <message>
        <source>%1 tensors per line</source>
        <translation>每行 %1 个张量</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>This graph has no operators and so no time axis.</source>
        <translation>此计算图没有算子，因此没有时间轴。</translation>
    </message>
    <message>
        <source>step of the order</source>
        <translation>顺序中的步</translation>
    </message>
    <message>
        <source>lifetimes of %1 over %2 steps</source>
        <translation>%1 在 %2 步上的生存期</translation>
    </message>
</context>
<context>
    <name>stowage::Docks</name>
    <message>
        <source>Folded views, left</source>
        <translation>已折叠的视图（左）</translation>
    </message>
    <message>
        <source>Folded views, right</source>
        <translation>已折叠的视图（右）</translation>
    </message>
</context>
<context>
    <name>stowage::DurationMenus</name>
    <message>
        <source>Set &amp;duration…</source>
        <translation>设置时长(&amp;D)…</translation>
    </message>
    <message>
        <source>Set duration</source>
        <translation>设置时长</translation>
    </message>
    <message>
        <source>&amp;Duration, such as 250 us or 1.5 ms; 0 for unknown:</source>
        <translation>时长(&amp;D)，例如 250 us 或 1.5 ms；0 表示未知：</translation>
    </message>
    <message>
        <source>Duration × &amp;2</source>
        <translation>时长 × 2(&amp;2)</translation>
    </message>
    <message>
        <source>Duration &amp;÷ 2</source>
        <translation>时长 ÷ 2(&amp;÷)</translation>
    </message>
    <message>
        <source>S&amp;cale durations…</source>
        <translation>缩放时长(&amp;C)…</translation>
    </message>
    <message>
        <source>Scale durations</source>
        <translation>缩放时长</translation>
    </message>
    <message>
        <source>No duration is known to scale</source>
        <translation>没有可缩放的时长</translation>
    </message>
</context>
<context>
    <name>stowage::EditDialogs</name>
    <message>
        <source>%1 (stream %2)</source>
        <translation>%1（流 %2）</translation>
    </message>
    <message>
        <source>Colour of %1</source>
        <translation>%1 的颜色</translation>
    </message>
    <message>
        <source>&amp;Factor, to three decimal places:</source>
        <translation>系数，最多三位小数(&amp;F)：</translation>
    </message>
</context>
<context>
    <name>stowage::EditEntries</name>
    <message>
        <source>One of the tensors is in a group already</source>
        <translation>其中一个张量已属于某个组</translation>
    </message>
    <message>
        <source>Select at least two tensors</source>
        <translation>请至少选择两个张量</translation>
    </message>
</context>
<context>
    <name>stowage::EditKeeper</name>
    <message>
        <source>Could not keep the unsaved edits for a restart: %1</source>
        <translation>无法为下次启动保留未保存的更改：%1</translation>
    </message>
    <message>
        <source>it cannot be locked</source>
        <translation>无法锁定</translation>
    </message>
    <message>
        <source>Could not restore the unsaved edits: %1</source>
        <translation>无法恢复未保存的更改：%1</translation>
    </message>
    <message>
        <source>Restoring %1…</source>
        <translation>正在恢复 %1…</translation>
    </message>
</context>
<context>
    <name>stowage::EditMenus</name>
    <message>
        <source>Selected op&amp;erators</source>
        <translation>选中的算子(&amp;E)</translation>
    </message>
    <message>
        <source>Selected ten&amp;sors</source>
        <translation>选中的张量(&amp;S)</translation>
    </message>
    <message>
        <source>Strea&amp;ms</source>
        <translation>流(&amp;M)</translation>
    </message>
    <message>
        <source>Si&amp;zes of all tensors</source>
        <translation>所有张量的大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>未打开任何文件</translation>
    </message>
    <message>
        <source>Dur&amp;ations of all operators</source>
        <translation>所有算子的时长(&amp;A)</translation>
    </message>
    <message>
        <source>Select operators in the graph or the lanes first</source>
        <translation>请先选择算子：在计算图或泳道中</translation>
    </message>
    <message>
        <source>Select tensors in the heap map or the table first</source>
        <translation>请先选择张量：在内存图或表格中</translation>
    </message>
    <message>
        <source>Try other streams for all operators</source>
        <translation>为所有算子尝试其他流</translation>
    </message>
    <message>
        <source>No operator has a duration. Select operators to set their durations</source>
        <translation>没有算子有时长：请选择算子并设置时长</translation>
    </message>
    <message>
        <source>Scale all durations</source>
        <translation>缩放所有时长</translation>
    </message>
    <message>
        <source>Scale all sizes</source>
        <translation>缩放所有大小</translation>
    </message>
    <message>
        <source>Streams, order, syncs, groups and durations of %1</source>
        <translation>%1 的流、顺序、同步、分组与时长</translation>
    </message>
    <message>
        <source>Sizes and groups of %1</source>
        <translation>%1 的大小与分组</translation>
    </message>
</context>
<context>
    <name>stowage::Edits</name>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移到 %2</translation>
    </message>
    <message>
        <source>Move %1 to a new stream</source>
        <translation>将 %1 移到新的流</translation>
    </message>
    <message>
        <source>Rename %1 to %2</source>
        <translation>将 %1 重命名为 %2</translation>
    </message>
    <message>
        <source>Colour of %1</source>
        <translation>%1 的颜色</translation>
    </message>
    <message>
        <source>Merge %1 into %2</source>
        <translation>将 %1 合并到 %2</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>All on one stream</source>
        <translation>全部放到一条流</translation>
    </message>
    <message>
        <source>One stream each</source>
        <translation>每个算子一条流</translation>
    </message>
    <message>
        <source>Add sync %1</source>
        <translation>添加同步 %1</translation>
    </message>
    <message>
        <source>Remove sync %1</source>
        <translation>删除同步 %1</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln sync(s)</source>
        <translation>
            <numerusform>删除 %Ln 个同步</numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 earlier</source>
        <translation>将 %1 提前</translation>
    </message>
    <message>
        <source>Move %1 later</source>
        <translation>将 %1 推后</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>将 %1 设为连续组</translation>
    </message>
    <message>
        <source>Reorder the group of %1</source>
        <translation>重排 %1 所在的组</translation>
    </message>
    <message>
        <source>Take %1 out of its group</source>
        <translation>将 %1 移出其组</translation>
    </message>
    <message>
        <source>Dissolve the group of %1</source>
        <translation>解散 %1 所在的组</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>All tensors %1</source>
        <translation>所有张量 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Order by %1</source>
        <translation>按 %1 排序</translation>
    </message>
    <message>
        <source>Recompute %1</source>
        <translation>重新计算 %1</translation>
    </message>
    <message>
        <source>Offload %1</source>
        <translation>卸载 %1</translation>
    </message>
    <message>
        <source>Duration of %1 %2</source>
        <translation>%1 的时长 %2</translation>
    </message>
    <message>
        <source>All durations %1</source>
        <translation>所有时长 %1</translation>
    </message>
    <message>
        <source>Duration of %1: %2</source>
        <translation>%1 的时长：%2</translation>
    </message>
    <message>
        <source>Make %1 a view of %2</source>
        <translation>将 %1 设为 %2 的视图</translation>
    </message>
    <message>
        <source>Give %1 bytes of its own</source>
        <translation>为 %1 分配自己的字节</translation>
    </message>
    <message>
        <source>Let %1 be written over %2</source>
        <translation>允许 %1 覆写 %2</translation>
    </message>
    <message>
        <source>Keep %1 apart from %2</source>
        <translation>将 %1 与 %2 分开</translation>
    </message>
    <message numerus="yes">
        <source>Let %Ln output(s) be written over inputs</source>
        <translation>
            <numerusform>允许 %Ln 个输出覆写输入</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the name of %1</source>
        <translation>清除 %1 的名称</translation>
    </message>
    <message>
        <source>Clear the duration of %1</source>
        <translation>清除 %1 的时长</translation>
    </message>
    <message numerus="yes">
        <source>Trade-off of %Ln edit(s)</source>
        <translation>
            <numerusform>权衡：%Ln 处编辑</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::EventModel</name>
    <message>
        <source>Before the first event</source>
        <translation>第一个事件之前</translation>
    </message>
    <message>
        <source>%1.  %2 starts (%3)</source>
        <translation>%1.  %2 开始（%3）</translation>
    </message>
    <message>
        <source>%1.  %2 finishes (%3)</source>
        <translation>%1.  %2 结束（%3）</translation>
    </message>
</context>
<context>
    <name>stowage::EventPlayer</name>
    <message>
        <source>To the beginning</source>
        <translation>到开头</translation>
    </message>
    <message>
        <source>One event back</source>
        <translation>后退一个事件</translation>
    </message>
    <message>
        <source>One event on</source>
        <translation>前进一个事件</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>到结尾</translation>
    </message>
    <message>
        <source>Events of the execution</source>
        <translation>执行的事件</translation>
    </message>
    <message>
        <source>Event of the execution</source>
        <translation>执行的当前事件</translation>
    </message>
    <message>
        <source>event %1 of %2</source>
        <translation>第 %1 个事件，共 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::ExperimentWords</name>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>holds in part</source>
        <translation>部分成立</translation>
    </message>
    <message>
        <source>does not hold here</source>
        <translation>在此不成立</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>未判定</translation>
    </message>
    <message>
        <source>Our graphs differ: networks of the zoo, one tensor a result, where the thesis records each allocation of PyTorch&apos;s kernels.</source>
        <translation>计算图不同：我们用网络库中的网络，每个结果一个张量；论文则记录 PyTorch 各内核的每次分配。</translation>
    </message>
    <message>
        <source>Machine and code differ.</source>
        <translation>机器和代码不同。</translation>
    </message>
    <message>
        <source>The solver differs: by default CBC runs here, and it is stopped after some seconds.</source>
        <translation>求解器不同：这里默认运行 CBC，并在数秒后停止。</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensors of the graph</source>
        <translation>计算图的张量</translation>
    </message>
    <message>
        <source>their bytes</source>
        <translation>其字节数</translation>
    </message>
    <message>
        <source>Our graphs differ: each result is a tensor here, even the result of a ReLU, which torchvision writes over its input.</source>
        <translation>计算图不同：这里每个结果都是一个张量，ReLU 的结果也是，而 torchvision 用它覆写其输入。</translation>
    </message>
    <message>
        <source>The inputs differ: the thesis does not say for which images; ours are of 224 by 224.</source>
        <translation>输入不同：论文没有说明用什么图像；我们的是 224 × 224。</translation>
    </message>
    <message>
        <source>Five strategies: planning time and error</source>
        <translation>五种策略：规划时间和误差</translation>
    </message>
    <message>
        <source>How large allocations are</source>
        <translation>分配有多大</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Both are greedy: on some graphs the other way is luckier.</source>
        <translation>两者都是贪心的：在某些计算图上，另一种做法运气更好。</translation>
    </message>
    <message>
        <source>values copied between iterations</source>
        <translation>迭代之间复制的值</translation>
    </message>
    <message>
        <source>The loop needs no data transfer.</source>
        <translation>循环无需传输数据。</translation>
    </message>
    <message>
        <source>Two rules, and reuse of parts of tensors</source>
        <translation>两种规则，以及张量的部分复用</translation>
    </message>
    <message>
        <source>A loop without copies</source>
        <translation>什么也不复制的循环</translation>
    </message>
    <message>
        <source>Our graphs differ: networks of the zoo with plain SGD, where the paper has what PyTorch runs.</source>
        <translation>计算图不同：我们用网络库中的网络和普通 SGD，论文则用 PyTorch 运行的计算图。</translation>
    </message>
    <message>
        <source>Graphs and baseline differ: the paper measures PyTorch 1.11 itself, we simulate the allocator of PyTorch 2 on networks of the zoo.</source>
        <translation>计算图和基线不同：论文实测 PyTorch 1.11 本身，我们则在网络库的网络上模拟 PyTorch 2 的分配器。</translation>
    </message>
    <message>
        <source>The solver differs: the paper has Gurobi 9.1 on a server, by default CBC runs here.</source>
        <translation>求解器不同：论文在服务器上用 Gurobi 9.1，这里默认运行 CBC。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s order</source>
        <translation>PyTorch 的顺序</translation>
    </message>
    <message>
        <source>OLLA&apos;s order</source>
        <translation>OLLA 的顺序</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>减少</translation>
    </message>
    <message>
        <source>At batch 1 reordering reduces the peak by 22.5% on average.</source>
        <translation>批大小为 1 时，重排顺序使峰值平均降低 22.5%。</translation>
    </message>
    <message>
        <source>At batch 32 reordering reduces the peak by 10.1% on average.</source>
        <translation>批大小为 32 时，重排顺序使峰值平均降低 10.1%。</translation>
    </message>
    <message>
        <source>Reordering reduces the peak by up to 38%.</source>
        <translation>重排顺序使峰值最多降低 38%。</translation>
    </message>
    <message>
        <source>Reordering saves more at batch 1 than at batch 32, by 12.4 percentage points on average.</source>
        <translation>批大小为 1 时比批大小为 32 时节省得更多，平均多 12.4 个百分点。</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>OLLA</source>
        <translation>OLLA</translation>
    </message>
    <message>
        <source>PyTorch, with the most in use</source>
        <translation>PyTorch，按最大使用量</translation>
    </message>
    <message>
        <source>At batch 1 PyTorch&apos;s allocator loses 7.9% on average.</source>
        <translation>批大小为 1 时，PyTorch 的分配器平均损失 7.9%。</translation>
    </message>
    <message>
        <source>At batch 32 PyTorch&apos;s allocator loses 26.1% on average.</source>
        <translation>批大小为 32 时，它平均损失 26.1%。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator loses more at batch 32 than at batch 1, by 18.2 percentage points on average.</source>
        <translation>批大小为 32 时比批大小为 1 时损失得更多，平均多 18.2 个百分点。</translation>
    </message>
    <message>
        <source>OLLA eliminates fragmentation on each network.</source>
        <translation>OLLA 在每个网络上都消除了碎片。</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Time for the order</source>
        <translation>求顺序的时间</translation>
    </message>
    <message>
        <source>The order takes a median of 1.4 seconds.</source>
        <translation>求顺序的时间，中位数为 1.4 秒。</translation>
    </message>
    <message>
        <source>Without EfficientNet it takes at most 5.2 seconds at batch 1.</source>
        <translation>批大小为 1 时，除 EfficientNet 外最多需要 5.2 秒。</translation>
    </message>
    <message>
        <source>Without EfficientNet it takes at most 5.2 seconds at batch 32.</source>
        <translation>批大小为 32 时，除 EfficientNet 外最多需要 5.2 秒。</translation>
    </message>
    <message>
        <source>saved within 5 s</source>
        <translation>5 秒内节省</translation>
    </message>
    <message>
        <source>At batch 1 the order needs 2 minutes.</source>
        <translation>批大小为 1 时，求顺序需要 2 分钟。</translation>
    </message>
    <message>
        <source>Time for the offsets</source>
        <translation>求偏移的时间</translation>
    </message>
    <message>
        <source>lost within 2 s</source>
        <translation>2 秒内损失</translation>
    </message>
    <message>
        <source>Fragmentation is below 1% within 5 minutes.</source>
        <translation>5 分钟内碎片率低于 1%。</translation>
    </message>
    <message>
        <source>At batch 1 OLLA needs 30.4% less memory on average.</source>
        <translation>批大小为 1 时，OLLA 平均少用 30.4%。</translation>
    </message>
    <message>
        <source>At batch 32 OLLA needs 36.1% less memory on average.</source>
        <translation>批大小为 32 时，它平均少用 36.1%。</translation>
    </message>
    <message>
        <source>Less memory by another order</source>
        <translation>换一种顺序，内存更少</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>The time to find an order</source>
        <translation>求得顺序所需的时间</translation>
    </message>
    <message>
        <source>Memory saved over the time for the order</source>
        <translation>节省的内存随求顺序时间的变化</translation>
    </message>
    <message>
        <source>The time to find offsets</source>
        <translation>求得偏移所需的时间</translation>
    </message>
    <message>
        <source>Fragmentation over the time for the offsets</source>
        <translation>碎片随求偏移时间的变化</translation>
    </message>
    <message>
        <source>ROAM</source>
        <translation>ROAM</translation>
    </message>
    <message>
        <source>less than PyTorch</source>
        <translation>比 PyTorch 少</translation>
    </message>
    <message>
        <source>less than the heuristics</source>
        <translation>比启发式方法少</translation>
    </message>
    <message>
        <source>less than MODeL</source>
        <translation>比 MODeL 少</translation>
    </message>
    <message>
        <source>ROAM needs 35.7% less memory than PyTorch on average.</source>
        <translation>ROAM 平均比 PyTorch 少用 35.7%。</translation>
    </message>
    <message>
        <source>ROAM needs 13.3% less memory than the heuristics on average.</source>
        <translation>它平均比启发式方法少用 13.3%。</translation>
    </message>
    <message>
        <source>ROAM needs 27.2% less memory than MODeL on average.</source>
        <translation>它平均比 MODeL 少用 27.2%。</translation>
    </message>
    <message>
        <source>peak of ROAM</source>
        <translation>ROAM 的峰值</translation>
    </message>
    <message>
        <source>less than LESCEA</source>
        <translation>比 LESCEA 少</translation>
    </message>
    <message>
        <source>ROAM&apos;s order reduces the peak by up to 41.1% against PyTorch&apos;s.</source>
        <translation>ROAM 顺序的峰值比 PyTorch 的最多低 41.1%。</translation>
    </message>
    <message>
        <source>LLFB</source>
        <translation>LLFB</translation>
    </message>
    <message>
        <source>Ours-SS</source>
        <translation>Ours-SS</translation>
    </message>
    <message>
        <source>MODeL-MS</source>
        <translation>MODeL-MS</translation>
    </message>
    <message>
        <source>PyTorch has a fragmentation of 23.0% on average.</source>
        <translation>PyTorch 的碎片率平均为 23.0%。</translation>
    </message>
    <message>
        <source>LLFB may lose as much as 18.89%.</source>
        <translation>LLFB 的损失可达 18.89%。</translation>
    </message>
    <message>
        <source>ROAM loses less than 1% on each network.</source>
        <translation>ROAM 在每个网络上的损失都不到 1%。</translation>
    </message>
    <message>
        <source>heuristics</source>
        <translation>启发式方法</translation>
    </message>
    <message>
        <source>MODeL, to its limit</source>
        <translation>MODeL，至时限为止</translation>
    </message>
    <message>
        <source>MODeL / ROAM</source>
        <translation>MODeL / ROAM</translation>
    </message>
    <message>
        <source>AlexNet and VGG take ROAM less than 5 seconds.</source>
        <translation>ROAM 在 AlexNet 和 VGG 上用时不到 5 秒。</translation>
    </message>
    <message>
        <source>MnasNet, MobileNet and ViT take it about 100 seconds or less.</source>
        <translation>它在 MnasNet、MobileNet 和 ViT 上用时约 100 秒或更短。</translation>
    </message>
    <message>
        <source>EfficientNet and BERT take it 500 seconds or less.</source>
        <translation>它在 EfficientNet 和 BERT 上用时不超过 500 秒。</translation>
    </message>
    <message>
        <source>Beyond AlexNet and VGG it is at least 53.6 times as fast as MODeL.</source>
        <translation>除 AlexNet 和 VGG 外，它的速度至少是 MODeL 的 53.6 倍。</translation>
    </message>
    <message>
        <source>speedup</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>PyTorch&apos;s peak, less than the heuristics&apos;</source>
        <translation>PyTorch 的峰值，比启发式方法低</translation>
    </message>
    <message>
        <source>fragmentation of PyTorch</source>
        <translation>PyTorch 的碎片率</translation>
    </message>
    <message>
        <source>The graph has more than 10,000 operators.</source>
        <translation>计算图有超过 10,000 个算子。</translation>
    </message>
    <message>
        <source>ROAM is 19.2 times as fast as the heuristics on average.</source>
        <translation>ROAM 的速度平均是启发式方法的 19.2 倍。</translation>
    </message>
    <message>
        <source>ROAM needs less memory than PyTorch.</source>
        <translation>ROAM 比 PyTorch 占用更少。</translation>
    </message>
    <message>
        <source>ROAM needs less memory than the heuristics.</source>
        <translation>ROAM 比启发式方法占用更少。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s order has a lower peak than the order of the heuristics.</source>
        <translation>PyTorch 顺序的峰值低于启发式方法顺序的峰值。</translation>
    </message>
    <message>
        <source>Less memory in all</source>
        <translation>总体内存更少</translation>
    </message>
    <message>
        <source>The time to plan</source>
        <translation>规划所需的时间</translation>
    </message>
    <message>
        <source>A time that its limit ended is shown for MODeL alone, as in the paper, where the limit is an hour; by default it is 10 seconds for the order and 10 for the offsets.</source>
        <translation>因时限而终止的时间只对 MODeL 显示，与论文一致，论文的时限为一小时；默认时限为顺序 10 秒，偏移 10 秒。</translation>
    </message>
    <message>
        <source>A large model</source>
        <translation>一个大模型</translation>
    </message>
    <message>
        <source>Our graphs, streams and code differ: all of it takes milliseconds here.</source>
        <translation>计算图、流和代码不同：这里全部只需数毫秒。</translation>
    </message>
    <message>
        <source>may share memory</source>
        <translation>可以共用内存</translation>
    </message>
    <message>
        <source>Of the pairs in the text, ai, ic and id alone are safe.</source>
        <translation>文中提到的各对里，只有 ai、ic 和 id 是安全的。</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Beside A, B, C at 0, 10, 15, the block D, E, F may not begin in [0, 7).</source>
        <translation>A、B、C 位于 0、10、15 时，块 D、E、F 的起点不能在 [0, 7) 之内。</translation>
    </message>
    <message>
        <source>The pairs AC, BD, BE, CE and DE alone are unsafe.</source>
        <translation>只有 AC、BD、BE、CE 和 DE 这几对不安全。</translation>
    </message>
    <message>
        <source>Single Object</source>
        <translation>单对象</translation>
    </message>
    <message>
        <source>Many Objects</source>
        <translation>多对象</translation>
    </message>
    <message>
        <source>Single Object uses 1,920 bytes.</source>
        <translation>单对象使用 1,920 字节。</translation>
    </message>
    <message>
        <source>Many Objects uses 1,664 bytes.</source>
        <translation>多对象使用 1,664 字节。</translation>
    </message>
    <message>
        <source>Algorithm 1opt</source>
        <translation>算法 1opt</translation>
    </message>
    <message>
        <source>Algorithm 2</source>
        <translation>算法 2</translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation>加速</translation>
    </message>
    <message>
        <source>Algorithm 2 takes at least 21% less time than Algorithm 1opt on each network.</source>
        <translation>在每个网络上，算法 2 的用时都比算法 1opt 至少少 21%。</translation>
    </message>
    <message>
        <source>Naïve allocation</source>
        <translation>朴素分配</translation>
    </message>
    <message>
        <source>SO Greedy Breadth (Best-Fit)</source>
        <translation>SO 按广度贪心（最佳适应）</translation>
    </message>
    <message>
        <source>SO Greedy Breadth (First-Fit)</source>
        <translation>SO 按广度贪心（首次适应）</translation>
    </message>
    <message>
        <source>SO Greedy Size (Best-Fit)</source>
        <translation>SO 按大小贪心（最佳适应）</translation>
    </message>
    <message>
        <source>SO Greedy Size (First-Fit)</source>
        <translation>SO 按大小贪心（首次适应）</translation>
    </message>
    <message>
        <source>SO Greedy Source (Best-Fit)</source>
        <translation>SO 按来源贪心（最佳适应）</translation>
    </message>
    <message>
        <source>SO Greedy Source (First-Fit)</source>
        <translation>SO 按来源贪心（首次适应）</translation>
    </message>
    <message>
        <source>SO Greedy Unsafe (Best-Fit)</source>
        <translation>SO 按不安全度贪心（最佳适应）</translation>
    </message>
    <message>
        <source>SO Greedy Unsafe (First-Fit)</source>
        <translation>SO 按不安全度贪心（首次适应）</translation>
    </message>
    <message>
        <source>MO Greedy Size (Best-Fit)</source>
        <translation>MO 按大小贪心（最佳适应）</translation>
    </message>
    <message>
        <source>MO Greedy Size (First-Fit)</source>
        <translation>MO 按大小贪心（首次适应）</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Memory error, best MO to best SO</source>
        <translation>内存误差，最佳 MO 相对最佳 SO</translation>
    </message>
    <message>
        <source>Memory error, best to lower bound</source>
        <translation>内存误差，最佳相对下界</translation>
    </message>
    <message>
        <source>Solving time gain, best MO to best SO</source>
        <translation>求解时间减少，最佳 MO 相对最佳 SO</translation>
    </message>
    <message>
        <source>Solving time gain, average MO to average SO</source>
        <translation>求解时间减少，平均 MO 相对平均 SO</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Our best result</source>
        <translation>我们的最佳结果</translation>
    </message>
    <message>
        <source>Our result to baseline</source>
        <translation>我们的结果相对基线</translation>
    </message>
    <message>
        <source>Our result to lower bound</source>
        <translation>我们的结果相对下界</translation>
    </message>
    <message>
        <source>A plan needs at least 20.92% less memory than the baseline.</source>
        <translation>规划后比基线至少少用 20.92%。</translation>
    </message>
    <message>
        <source>The baseline differs: the paper does not name its own, ours is a caching allocator like PyTorch&apos;s.</source>
        <translation>基线不同：论文没有说明自己的基线，我们的是类似 PyTorch 的缓存分配器。</translation>
    </message>
    <message>
        <source>A plan needs at most 0.55% more than the lower bound.</source>
        <translation>规划后至多比下界多用 0.55%。</translation>
    </message>
    <message>
        <source>Peak, fused</source>
        <translation>峰值，合并后</translation>
    </message>
    <message>
        <source>More than contiguous tensors take</source>
        <translation>比连续张量多用</translation>
    </message>
    <message>
        <source>One tensor in place of each contiguous list worsens the peak of ResNet-50 by 5%.</source>
        <translation>以一个张量代替每个连续列表，会使 ResNet-50 的峰值增加 5%。</translation>
    </message>
    <message>
        <source>Our graphs differ: groups of the zoo are gradients, 16 of them in one all-reduce.</source>
        <translation>计算图不同：网络库的组由梯度组成，每 16 个归入一次 all-reduce。</translation>
    </message>
    <message>
        <source>One tensor in place of each contiguous list needs more memory.</source>
        <translation>这样结果更差。</translation>
    </message>
    <message>
        <source>Our graphs differ: a fused list costs memory only where it is alive at the peak.</source>
        <translation>计算图不同：合并后的列表只有在峰值处存活时才多占内存。</translation>
    </message>
    <message>
        <source>batch without planning</source>
        <translation>不规划时的批大小</translation>
    </message>
    <message>
        <source>largest batch with planning</source>
        <translation>规划时的最大批大小</translation>
    </message>
    <message>
        <source>larger by</source>
        <translation>增大</translation>
    </message>
    <message>
        <source>Planning increases the batch of BERT-large by 30%, from 160 to 208.</source>
        <translation>规划使 BERT-large 的批大小增加 30%，从 160 增至 208。</translation>
    </message>
    <message>
        <source>The baseline differs: ours is a caching allocator like PyTorch&apos;s, which wastes little on this network.</source>
        <translation>基线不同：我们的是类似 PyTorch 的缓存分配器，它在此网络上浪费很少。</translation>
    </message>
    <message>
        <source>The time to decide which tensors may share memory</source>
        <translation>判定哪些张量可以共用内存的时间</translation>
    </message>
    <message>
        <source>Section 5 gives rough numbers of tensors.</source>
        <translation>第 5 节只给出张量的大致数目。</translation>
    </message>
    <message>
        <source>Ten planners, first part</source>
        <translation>十个规划器，第一部分</translation>
    </message>
    <message>
        <source>Ten planners, second part</source>
        <translation>十个规划器，第二部分</translation>
    </message>
    <message>
        <source>A large model with and without planning</source>
        <translation>大模型：有规划与无规划</translation>
    </message>
    <message>
        <source>Which tensors of three streams may share memory</source>
        <translation>三个流中哪些张量可以共用内存</translation>
    </message>
    <message>
        <source>Where a block of several tensors may begin</source>
        <translation>由多个张量组成的块可从何处开始</translation>
    </message>
    <message>
        <source>The unsafe pairs of a toy network</source>
        <translation>一个示意网络的不安全对</translation>
    </message>
    <message>
        <source>Many Objects may be better than Single Object</source>
        <translation>多对象可能优于单对象</translation>
    </message>
    <message>
        <source>The cost of fusing contiguous tensors into one</source>
        <translation>将连续的张量融合为一个的代价</translation>
    </message>
    <message>
        <source>The largest batch that fits</source>
        <translation>放得下的最大批大小</translation>
    </message>
    <message>
        <source>The memory is what an allocator reserves for 40 samples of 512 tokens, as many tokens as 160 samples of 128.</source>
        <translation>内存容量取分配器为 40 个 512 词元的样本所预留的量，词元数与 160 个 128 词元的样本相同。</translation>
    </message>
    <message>
        <source>saved within 20 s</source>
        <translation>20 秒内</translation>
    </message>
    <message>
        <source>saved within 60 s</source>
        <translation>60 秒内</translation>
    </message>
    <message>
        <source>lost within the time limit</source>
        <translation>时限内</translation>
    </message>
    <message>
        <source>ROAM&apos;s order reduces the peak by up to 20.9% against LESCEA&apos;s.</source>
        <translation>比 LESCEA 的最多低 20.9%。</translation>
    </message>
    <message>
        <source>ROAM&apos;s order reduces the peak by up to 42.2% against MODeL&apos;s.</source>
        <translation>比 MODeL 的最多低 42.2%。</translation>
    </message>
    <message>
        <source>LESCEA&apos;s order never has a lower peak than ROAM&apos;s order.</source>
        <translation>LESCEA 顺序的峰值从不低于 ROAM 的。</translation>
    </message>
    <message>
        <source>fragmentation of the heuristics</source>
        <translation>启发式方法的碎片率</translation>
    </message>
    <message>
        <source>fragmentation of ROAM</source>
        <translation>ROAM 的碎片率</translation>
    </message>
    <message>
        <source>Algorithm 2 takes up to 44% less time.</source>
        <translation>它的用时最多少 44%。</translation>
    </message>
    <message>
        <source>Many Objects takes up to 70% less time.</source>
        <translation>它的用时最多少 70%。</translation>
    </message>
    <message>
        <source>On one stream: the simulated allocator supports only one.</source>
        <translation>在单流上：模拟的分配器只支持单流。</translation>
    </message>
    <message>
        <source>Our graphs differ: stacked leaves leave holes here, even where the solver proves each leaf.</source>
        <translation>我们的计算图不同：在这里，即使求解器证明了每个叶子，堆叠的叶子之间仍有空洞。</translation>
    </message>
    <message>
        <source>greedy_by_size generally achieves near-optimal results in terms of memory usage.</source>
        <translation>就内存使用而言，greedy_by_size 通常接近最优。</translation>
    </message>
    <message>
        <source>greedy_by_size is performant enough to be executed prior to every forward pass.</source>
        <translation>greedy_by_size 足够快，可在每次前向传播之前执行。</translation>
    </message>
    <message>
        <source>The offsets of the integer program are provably optimal.</source>
        <translation>整数规划的偏移可证明为最优。</translation>
    </message>
    <message>
        <source>greedy_by_size, from beginning to end</source>
        <translation>greedy_by_size，自始至终</translation>
    </message>
    <message>
        <source>alive at the peak</source>
        <translation>峰值时存活</translation>
    </message>
    <message>
        <source>alive on average</source>
        <translation>平均存活</translation>
    </message>
    <message>
        <source>greedy_by_size, above the peak alive</source>
        <translation>greedy_by_size，高出峰值存活量</translation>
    </message>
    <message>
        <source>greedy_by_size, above the average alive</source>
        <translation>greedy_by_size，高出平均存活量</translation>
    </message>
    <message>
        <source>greedy_by_size generally has acceptable fragmentation.</source>
        <translation>greedy_by_size 的碎片率通常可以接受。</translation>
    </message>
    <message>
        <source>MemoMalloc and jemalloc have comparable peak usage.</source>
        <translation>MemoMalloc 的峰值使用量与 jemalloc 相当。</translation>
    </message>
    <message>
        <source>The average usage of MemoMalloc is higher, since it frees nothing during the forward pass.</source>
        <translation>MemoMalloc 的平均使用量更高，因为它在前向传播期间不释放任何内存。</translation>
    </message>
    <message>
        <source>share below 1 MiB</source>
        <translation>小于 1 MiB 的占比</translation>
    </message>
    <message>
        <source>Ours: a graph of the zoo has as many tensors as TorchScript&apos;s.</source>
        <translation>我们的：网络库的计算图与 TorchScript 的计算图张量数相同。</translation>
    </message>
    <message>
        <source>Ours: they need the same number of bytes.</source>
        <translation>我们的：它们的字节数相同。</translation>
    </message>
    <message>
        <source>Inference at batch 1. Percentages are errors against the optimum, where it is proved.</source>
        <translation>推理，批大小为 1。百分比是相对最优值的误差（最优值已得到证明时）。</translation>
    </message>
    <message>
        <source>Heap maps: fragmentation, peak and average usage</source>
        <translation>内存图：碎片、峰值使用量和平均使用量</translation>
    </message>
    <message>
        <source>Percentages of a strategy are its fragmentation. The thesis has pictures; render --view heap and --view strategies draw ours. A plan takes its peak from beginning to end. No jemalloc runs here: the bytes alive stand for what it maps, at least.</source>
        <translation>策略的百分比是其碎片率。论文给出的是图片；render --view heap 和 --view strategies 可绘出我们的图。方案自始至终占用其峰值。这里不运行 jemalloc：以存活字节代表它至少映射的量。</translation>
    </message>
    <message>
        <source>How many tensors have each size, as in the thesis&apos;s charts. Networks here have no weights among their tensors: all are intermediate.</source>
        <translation>各种大小的张量有多少，与论文的图表相同。这里各网络的张量不含权重：全部是中间结果。</translation>
    </message>
    <message>
        <source>The tensors of a graph, beside TorchScript&apos;s</source>
        <translation>计算图的张量，与 TorchScript 的并列</translation>
    </message>
    <message>
        <source>The thesis has the table to show that TorchScript does not capture all allocations: it records 662 of 71 MB and 788 of 24 MB when these networks run.</source>
        <translation>论文用此表说明 TorchScript 没有捕获所有分配：这些网络运行时，论文记录到的分配分别为 662 次共 71 MB 和 788 次共 24 MB。</translation>
    </message>
    <message>
        <source>300 graphs at random</source>
        <translation>300 个随机计算图</translation>
    </message>
    <message>
        <source>Ours: with largest first, reusing parts of tensors never needs more memory than reusing whole tensors.</source>
        <translation>我们的：复用张量的部分从不比复用整个张量需要更多内存。</translation>
    </message>
    <message>
        <source>Ours: largest first never needs more memory than most interference first.</source>
        <translation>我们的：最大者优先从不比冲突最多者优先需要更多内存。</translation>
    </message>
    <message>
        <source>Candidate selection and intuition</source>
        <translation>候选的选择与直观解释</translation>
    </message>
    <message>
        <source>The text has no numbers. Inference at batch 1. nnc takes tuples of two tensors, where the text has up to three, and also edges that begin or end at a dummy node, but not both, where the text takes none of them.</source>
        <translation>原文没有数字。推理，批大小为 1。nnc 取两个张量的元组，而原文至多三个；它也取恰有一端（起点或终点，而非两端）是虚拟节点的边，而原文一概不取。</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>above the best order known</source>
        <translation>高出已知最佳顺序</translation>
    </message>
    <message>
        <source>Early updates (functions 3 and 4) exclude the best order of our graph.</source>
        <translation>提前更新（函数 3 和函数 4）排除了我们的计算图的最佳顺序。</translation>
    </message>
    <message>
        <source>At batch 1 no order is better than this one.</source>
        <translation>批大小为 1 时，没有比这更好的顺序。</translation>
    </message>
    <message>
        <source>At batch 32 the order within 5 minutes is within 1% of the best.</source>
        <translation>批大小为 32 时，5 分钟内求得的顺序与最佳相差不超过 1%。</translation>
    </message>
    <message>
        <source>Ours-MS</source>
        <translation>Ours-MS</translation>
    </message>
    <message>
        <source>With multi-streaming, too, ROAM loses less than 1% on each network.</source>
        <translation>多流时，ROAM 在每个网络上的损失也都不到 1%。</translation>
    </message>
    <message>
        <source>ROAM / heuristics</source>
        <translation>ROAM / 启发式方法</translation>
    </message>
    <message>
        <source>ROAM, multi-streaming</source>
        <translation>ROAM，多流</translation>
    </message>
    <message>
        <source>On MnasNet and MobileNet ROAM is faster than the heuristics.</source>
        <translation>在 MnasNet 和 MobileNet 上，ROAM 比启发式方法快。</translation>
    </message>
    <message>
        <source>On ViT, EfficientNet and BERT it is slower than the heuristics.</source>
        <translation>在 ViT、EfficientNet 和 BERT 上，它比启发式方法慢。</translation>
    </message>
    <message>
        <source>On BERT at batch 32 it takes about 11 times as long, 500 s and not 45 s.</source>
        <translation>在批大小为 32 的 BERT 上，它的用时约为 11 倍：500 s，而非 45 s。</translation>
    </message>
    <message>
        <source>The paper does not say whether its GB are ours, GiB.</source>
        <translation>论文没有说明其 GB 是否即我们的 GiB。</translation>
    </message>
    <message>
        <source>offset in Single Object</source>
        <translation>单对象中的偏移</translation>
    </message>
    <message>
        <source>offset in Many Objects</source>
        <translation>多对象中的偏移</translation>
    </message>
    <message>
        <source>First-Fit places a tensor at the first available gap: 8 behind 7, which is unsafe to it.</source>
        <translation>首次适应将张量放在第一个可用的空隙：8 放在与它不安全的 7 之后。</translation>
    </message>
    <message>
        <source>Unsafe to at least one tensor, tensor 8 cannot be allocated in object 1: object 2 is created.</source>
        <translation>张量 8 与至少一个张量不安全，不能放入对象 1：新开对象 2。</translation>
    </message>
    <message>
        <source>Safe to all, tensor 9 is allocated in object 1.</source>
        <translation>张量 9 与所有张量都安全，放入对象 1。</translation>
    </message>
    <message>
        <source>toy network</source>
        <translation>示意网络</translation>
    </message>
    <message>
        <source>Many Objects deviates by less than 0.3% from the best Single Object.</source>
        <translation>多对象与最佳单对象的偏差小于 0.3%。</translation>
    </message>
    <message>
        <source>The best plan is within 1.15% of the lower bound, as in the paper&apos;s tables.</source>
        <translation>最佳方案与下界相差不超过 1.15%，与论文的表一致。</translation>
    </message>
    <message>
        <source>Many Objects takes roughly at least 30% less time than Single Object, except on PanGu-α.</source>
        <translation>除 PanGu-α 外，多对象的用时比单对象大约至少少 30%。</translation>
    </message>
    <message>
        <source>First-Fit, above the best Single Object</source>
        <translation>首次适应，高出最佳单对象</translation>
    </message>
    <message>
        <source>First-Fit, above the best Many Objects</source>
        <translation>首次适应，高出最佳多对象</translation>
    </message>
    <message>
        <source>Greedy Unsafe, below the other Single Objects</source>
        <translation>按不安全度贪心，低于其他单对象</translation>
    </message>
    <message>
        <source>First-Fit finds the best solution for 9 out of 10 networks in Single Object.</source>
        <translation>在单对象中，首次适应在 10 个网络中的 9 个上找到最佳解。</translation>
    </message>
    <message>
        <source>First-Fit finds the best solution for 8 out of 10 networks in Many Objects.</source>
        <translation>在多对象中，首次适应在 10 个网络中的 8 个上找到最佳解。</translation>
    </message>
    <message>
        <source>Greedy Unsafe improves on the other Single Objects for 2 networks.</source>
        <translation>按不安全度贪心在 2 个网络上优于其他单对象。</translation>
    </message>
    <message>
        <source>Ten planners on lifetimes of MindSpore</source>
        <translation>十个规划器，使用 MindSpore 的生命周期</translation>
    </message>
    <message>
        <source>Recorded by MindSpore on one stream; the batches are not those of the paper.</source>
        <translation>由 MindSpore 在单流上记录；批大小与论文不同。</translation>
    </message>
    <message>
        <source>How often First-Fit and Greedy Unsafe are best</source>
        <translation>首次适应和按不安全度贪心有多少次最佳</translation>
    </message>
    <message>
        <source>In the paper&apos;s own Table 3, First-Fit misses the best Many Objects once, not twice.</source>
        <translation>在论文自己的表 3 中，首次适应只有一次未达到最佳多对象，而非两次。</translation>
    </message>
    <message>
        <source>Where Single Object and Many Objects place a tensor</source>
        <translation>单对象和多对象把张量放在何处</translation>
    </message>
    <message>
        <source>The figures print no sizes: ours fit their sentences. Object 1 has 16 bytes.</source>
        <translation>各图没有印出大小：我们的大小与其文字相符。对象 1 有 16 字节。</translation>
    </message>
    <message>
        <source>%1, %2 (paper: %3)</source>
        <translation>%1，%2（论文：%3）</translation>
    </message>
    <message>
        <source>, solver %1</source>
        <translation>，求解器 %1</translation>
    </message>
    <message>
        <source>, all rows with the papers&apos; time limits</source>
        <translation>，所有行均采用论文的时间限制</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Our numbers; the paper&apos;s are in parentheses.</source>
        <translation>我们的数字；括号内是论文的数字。</translation>
    </message>
    <message>
        <source>Stopped before everything was measured.</source>
        <translation>在全部测量完之前已停止。</translation>
    </message>
    <message>
        <source>claim</source>
        <translation>论断</translation>
    </message>
    <message>
        <source>claimed</source>
        <translation>论断值</translation>
    </message>
    <message>
        <source>here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>as printed</source>
        <translation>与论文所印相同</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>%1 (ours)</source>
        <translation>%1（我们的）</translation>
    </message>
    <message>
        <source>%1 (%2 measured)</source>
        <translation>%1（已测量 %2）</translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation>表 %1</translation>
    </message>
    <message>
        <source>Tables %1 and %2</source>
        <translation>表 %1 和表 %2</translation>
    </message>
    <message>
        <source>Figure %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>Figures %1 and %2</source>
        <translation>图 %1 和图 %2</translation>
    </message>
    <message>
        <source>Figures %1 to %2</source>
        <translation>图 %1 至图 %2</translation>
    </message>
    <message>
        <source>Section %1</source>
        <translation>第 %1 节</translation>
    </message>
    <message>
        <source>section %1</source>
        <translation>第 %1 节</translation>
    </message>
    <message>
        <source>sections %1 and %2</source>
        <translation>第 %1 节和第 %2 节</translation>
    </message>
    <message>
        <source>chapter %1</source>
        <translation>第 %1 章</translation>
    </message>
    <message>
        <source>Chapter %1</source>
        <translation>第 %1 章</translation>
    </message>
    <message>
        <source>appendix %1</source>
        <translation>附录 %1</translation>
    </message>
    <message>
        <source>Appendix %1</source>
        <translation>附录 %1</translation>
    </message>
    <message>
        <source>Footnote %1</source>
        <translation>脚注 %1</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>more than %1 s</source>
        <translation>超过 %1 s</translation>
    </message>
    <message>
        <source>needs the file %1</source>
        <translation>需要文件 %1</translation>
    </message>
    <message>
        <source>needs the file %1 in a data folder</source>
        <translation>需要数据文件夹中的文件 %1</translation>
    </message>
    <message>
        <source>the network is not in the zoo</source>
        <translation>该网络不在网络库中</translation>
    </message>
    <message>
        <source>the optimum is not known</source>
        <translation>最优值未知</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the time limit passed</source>
        <translation>已到时限</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>%1 takes up to %2 tensors, and this graph has %3</source>
        <translation>%1 至多接受 %2 个张量，而此图有 %3 个</translation>
    </message>
    <message>
        <source>%1 takes up to %2 unsafe pairs, and this graph has %3</source>
        <translation>%1 至多接受 %2 个不安全对，而此图有 %3 个</translation>
    </message>
    <message>
        <source>%1 takes up to %2 operators, and this graph has %3</source>
        <translation>%1 至多接受 %2 个算子，而此图有 %3 个</translation>
    </message>
    <message>
        <source>%1 takes up to %2 choices, and this graph has %3</source>
        <translation>%1 至多接受 %2 个待定变量，而此图有 %3 个</translation>
    </message>
    <message>
        <source>a program takes up to %1 unsafe pairs</source>
        <translation>一个整数规划至多接受 %1 个不安全对</translation>
    </message>
    <message>
        <source>%1 plans a single stream only, and the streams of this graph run side by side</source>
        <translation>%1 只规划单个流，而此图的各流并行执行</translation>
    </message>
    <message>
        <source>%1 does not support contiguous groups</source>
        <translation>%1 不支持连续组</translation>
    </message>
    <message>
        <source>%1 does not support tensors with their own alignment</source>
        <translation>%1 不支持自带对齐的张量</translation>
    </message>
    <message>
        <source>%1 found no plan within %2 s (%3 choices)</source>
        <translation>%1 在 %2 s 内未找到方案（%3 个待定变量）</translation>
    </message>
    <message>
        <source>%1 found no order within %2 s</source>
        <translation>%1 在 %2 s 内未找到顺序</translation>
    </message>
    <message>
        <source>The networks most affected make many allocations, most of them below 1 MB.</source>
        <translation>受影响最大的网络进行大量分配，其中大多数小于 1 MB。</translation>
    </message>
    <message>
        <source>Ours: pairs never need more memory than single tensors.</source>
        <translation>我们的断言：配对从不比不用配对需要更多内存。</translation>
    </message>
    <message>
        <source>Fragmentation is eliminated in a median time of 5.7 seconds.</source>
        <translation>碎片在中位数 5.7 秒内被消除。</translation>
    </message>
    <message>
        <source>The time until the solver has proved its offsets, with plain SGD. The figure is a bar chart without GoogleNet and EfficientNet; of the others the paper prints the median alone.</source>
        <translation>直到求解器证明其偏移量为止的时间，使用普通 SGD。该图是条形图，没有 GoogleNet 和 EfficientNet；其余的论文只给出中位数。</translation>
    </message>
    <message>
        <source>Our graphs differ: on several streams leaves are larger, so the solver does not prove all of them in time, and stacked leaves leave holes.</source>
        <translation>我们的图不同：在多个流上叶子更大，求解器无法及时全部证明，而堆叠的叶子会留下空洞。</translation>
    </message>
    <message>
        <source>PyTorch is the given order with a simulated caching allocator, LLFB is in the order of LESCEA, MODeL is OLLA&apos;s order and offsets; training is with Adam. SS is one stream, MS several: ROAM has a stream for each category of operators. MODeL-MS is on one stream here, with one operator at a time.</source>
        <translation>PyTorch 是给定顺序配合模拟的缓存分配器，LLFB 采用 LESCEA 的顺序，MODeL 是 OLLA 的顺序和偏移量；训练使用 Adam。SS 是一个流，MS 是多个：ROAM 为每类算子各用一个流。这里的 MODeL-MS 在一个流上，一次一个算子。</translation>
    </message>
    <message>
        <source>The solver found nothing in time: the given order stands in, or tensors beside the pyramid are placed by best fit. Claims do not count such numbers.</source>
        <translation>求解器未能及时找到任何结果：由给定顺序代替，或金字塔旁的张量按最佳适应放置。断言不计入这些数字。</translation>
    </message>
    <message>
        <source>most interference first, with pairs: above the bound</source>
        <translation>冲突最多者优先，含成对：高于下界</translation>
    </message>
    <message>
        <source>most interference first, without pairs: above the bound</source>
        <translation>冲突最多者优先，不含成对：高于下界</translation>
    </message>
    <message>
        <source>largest first: above the bound</source>
        <translation>最大者优先：高于下界</translation>
    </message>
    <message>
        <source>whole tensors reused (mincost-flow): above the bound</source>
        <translation>整个张量复用（mincost-flow）：高于下界</translation>
    </message>
    <message>
        <source>saved by pairs, most interference first</source>
        <translation>成对所省，冲突最多者优先</translation>
    </message>
    <message>
        <source>saved by reusing parts, largest first</source>
        <translation>部分复用所省，最大者优先</translation>
    </message>
    <message>
        <source>saved by largest first, against most interference first</source>
        <translation>最大者优先所省，相对冲突最多者优先</translation>
    </message>
    <message>
        <source>With pairs, networks reach the trivial solution, which we take for the lower bound.</source>
        <translation>含成对时，网络达到平凡解，我们以下界作为平凡解。</translation>
    </message>
    <message>
        <source>The published rule takes interference before size, and nnc differs from the text, as the note says. The authors&apos; later rule, largest first, has a column of its own.</source>
        <translation>已发表的规则先看冲突再看大小，而 nnc 与论文文字不同，见注。作者后来的规则（最大者优先）另有一列。</translation>
    </message>
    <message>
        <source>PyTorch is the given order with a simulated caching allocator; training is with plain SGD. The figures are bar charts: the paper prints averages alone.</source>
        <translation>PyTorch 是给定顺序加上模拟的缓存分配器；训练使用普通 SGD。图为柱状图：论文只给出平均值。</translation>
    </message>
    <message>
        <source>The paper&apos;s definition: memory reserved minus memory in use, when the reserved memory reaches its peak, as a share of the reserved memory. The last column takes the most memory in use at any time: it is smaller where a small segment is reserved late.</source>
        <translation>论文的定义：保留内存达到峰值时，保留内存减去使用中的内存，占保留内存的比例。最后一列取任意时刻使用中内存的最大值：若较晚才保留一个小段，则该值更小。</translation>
    </message>
    <message>
        <source>By default the limit is 10 seconds for the order and 10 for the offsets.</source>
        <translation>默认情况下，顺序限时 10 秒，偏移限时 10 秒。</translation>
    </message>
    <message>
        <source>Our graphs differ: networks of the zoo on up to four streams, where the paper has MindSpore&apos;s graphs on its streams.</source>
        <translation>我们的图不同：模型库中的网络，最多四个流；论文使用 MindSpore 的图及其各个流。</translation>
    </message>
    <message>
        <source>The lifetimes are MindSpore&apos;s, but not the paper&apos;s: other batches, and one stream, where the paper has several.</source>
        <translation>生存期来自 MindSpore，但不是论文中的：批量不同，且只有一个流，而论文有多个流。</translation>
    </message>
    <message>
        <source>Our code differs: both planners share one engine here, which leaves few milliseconds to save.</source>
        <translation>我们的代码不同：这里两种规划器共用一个引擎，能省下的毫秒数很少。</translation>
    </message>
    <message>
        <source>%1 of 1 case</source>
        <translation>1 例中的 %1 例</translation>
    </message>
    <message>
        <source>%1 of %2 cases</source>
        <translation>%2 例中的 %1 例</translation>
    </message>
    <message>
        <source>not decided yet</source>
        <translation>尚未判定</translation>
    </message>
    <message>
        <source>%1 in %2 of 10 cases</source>
        <translation>10 例中的 %2 例：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>The paper stops each integer program after 5 minutes, as --full does; by default an order or a layout stops after 10 seconds. PyTorch is the given order with a simulated caching allocator. The paper prints averages alone.</source>
        <translation>论文在 5 分钟后停止每个整数规划，--full 亦如此；默认情况下，每个顺序或布局在 10 秒后停止。PyTorch 是给定顺序加上模拟的缓存分配器。论文只给出平均值。</translation>
    </message>
</context>
<context>
    <name>stowage::ExperimentsDialog</name>
    <message>
        <source>Experiments of the papers</source>
        <translation>论文中的实验</translation>
    </message>
    <message>
        <source>Progress of the experiments</source>
        <translation>实验的进度</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Table or figure</source>
        <translation>表或图</translation>
    </message>
    <message>
        <source>Claims</source>
        <translation>论断</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>Table 1: its title</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Ours and the paper&apos;s numbers</source>
        <translation>我们的数字和论文的数字</translation>
    </message>
    <message>
        <source>Stop; measured cells are kept</source>
        <translation>停止；已测量的单元格予以保留</translation>
    </message>
    <message>
        <source>Save the measured tables as a report</source>
        <translation>将已测量的表存为报告</translation>
    </message>
    <message>
        <source>Choose the folder with lifetimes of MindSpore and others</source>
        <translation>选择存放 MindSpore 等的生命周期的文件夹</translation>
    </message>
    <message>
        <source>Every network and the papers&apos; time limits: takes hours</source>
        <translation>运行所有网络，并采用论文的时间限制：需要数小时</translation>
    </message>
    <message>
        <source>; takes a moment</source>
        <translation>；只需片刻</translation>
    </message>
    <message numerus="yes">
        <source>; takes about %Ln minute(s)</source>
        <translation>
            <numerusform>；约需 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>As &amp;long as in the papers</source>
        <translation>用时与论文相同(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Running experiments</source>
        <translation>正在运行实验</translation>
    </message>
    <message>
        <source>Experiments stopped: measured cells are kept</source>
        <translation>实验已停止：已测量的单元格予以保留</translation>
    </message>
    <message>
        <source>&amp;Data folder…</source>
        <translation>数据文件夹(&amp;D)…</translation>
    </message>
    <message>
        <source>Lifetimes are read from %1</source>
        <translation>从 %1 读取生命周期</translation>
    </message>
    <message numerus="yes">
        <source>; one of %Ln experiment(s) to run</source>
        <translation>
            <numerusform>；将运行 %Ln 个实验</numerusform>
        </translation>
    </message>
    <message>
        <source>Measure what the selected table or paper still lacks; where it lacks nothing, measure it again</source>
        <translation>测量所选的表或论文仍缺少的内容；若无缺少，则重新测量</translation>
    </message>
    <message>
        <source>Claimed: %1. Here: %2.</source>
        <translation>论断值：%1。此处：%2。</translation>
    </message>
    <message>
        <source>Claims and notes</source>
        <translation>论断与注释</translation>
    </message>
    <message>
        <source>In parentheses: the paper&apos;s numbers.</source>
        <translation>括号内：论文的数值。</translation>
    </message>
</context>
<context>
    <name>stowage::Export</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
</context>
<context>
    <name>stowage::Exporter</name>
    <message>
        <source>&amp;Strategy chart…</source>
        <translation>策略图表(&amp;S)…</translation>
    </message>
    <message>
        <source>Export image of the strategy chart</source>
        <translation>导出策略图表的图像</translation>
    </message>
    <message>
        <source>&amp;Heap map, A | B or difference…</source>
        <translation>内存图、A | B 或差异(&amp;H)…</translation>
    </message>
    <message>
        <source>Export image of the heap map</source>
        <translation>导出内存图的图像</translation>
    </message>
    <message>
        <source>Export image of A and B</source>
        <translation>导出 A 和 B 的图像</translation>
    </message>
    <message>
        <source>Export image of the difference</source>
        <translation>导出差异的图像</translation>
    </message>
    <message>
        <source>Export i&amp;mage of</source>
        <translation>导出以下视图的图像(&amp;M)</translation>
    </message>
    <message>
        <source>There is nothing to draw yet.</source>
        <translation>还没有可绘制的内容。</translation>
    </message>
    <message>
        <source>Could not save the file: %1</source>
        <translation>无法保存文件：%1</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Export web page</source>
        <translation>导出网页</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>No steps yet. Open Steps, then export them.</source>
        <translation>还没有步骤：请先查看“步骤”，再导出。</translation>
    </message>
    <message>
        <source>Export steps</source>
        <translation>导出步骤</translation>
    </message>
    <message>
        <source>The image is too large to be copied.</source>
        <translation>图像太大，无法复制。</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>正在复制…</translation>
    </message>
    <message>
        <source>Copied the image</source>
        <translation>已复制图像</translation>
    </message>
</context>
<context>
    <name>stowage::Facts</name>
    <message>
        <source>never needed</source>
        <translation>从不需要</translation>
    </message>
    <message>
        <source>time %1 to %2 (%3 long)</source>
        <translation>时刻 %1 至 %2（长 %3）</translation>
    </message>
    <message numerus="yes">
        <source>steps %1 to %2 (%n in all)</source>
        <translation>
            <numerusform>第 %1 至 %2 步（共 %n 步）</numerusform>
        </translation>
    </message>
    <message>
        <source>optimal for these lifetimes</source>
        <translation>对这些生命周期最优</translation>
    </message>
    <message>
        <source>optimal for this order</source>
        <translation>对此顺序最优</translation>
    </message>
    <message>
        <source>optimal for this order and these streams</source>
        <translation>对此顺序和这些流最优</translation>
    </message>
    <message>
        <source>view of %1</source>
        <translation>%1 的视图</translation>
    </message>
    <message>
        <source>view of %1, from byte %2</source>
        <translation>%1 的视图，从字节 %2 起</translation>
    </message>
    <message>
        <source>written over %1</source>
        <translation>覆写 %1</translation>
    </message>
    <message>
        <source>permitted over %1, not used</source>
        <translation>允许覆写 %1，未使用</translation>
    </message>
    <message>
        <source>not everything is counted</source>
        <translation>并非全部计入</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>the bound under the assumptions</source>
        <translation>假定情况下的下界</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation>
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln place(s)</source>
        <translation>
            <numerusform>%1，在 %Ln 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln step(s)</source>
        <translation>
            <numerusform>%1，共 %Ln 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::Figure</name>
    <message>
        <source>One column (84 mm)</source>
        <translation>单栏（84 毫米）</translation>
    </message>
    <message>
        <source>Two columns (178 mm)</source>
        <translation>双栏（178 毫米）</translation>
    </message>
    <message>
        <source>Slide (16:9)</source>
        <translation>幻灯片（16:9）</translation>
    </message>
</context>
<context>
    <name>stowage::FigureDialog</name>
    <message>
        <source>&amp;Choose file…</source>
        <translation>选择文件(&amp;C)…</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>As in the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> 毫米</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> 磅</translation>
    </message>
    <message>
        <source>The smallest text; others keep their proportion to it</source>
        <translation>最小的文字；其他文字按比例</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>&amp;For:</source>
        <translation>用途(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>宽(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>高(&amp;H)：</translation>
    </message>
    <message>
        <source>F&amp;ont:</source>
        <translation>字体(&amp;O)：</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>文字(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Resolution:</source>
        <translation>分辨率(&amp;R)：</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>T&amp;itle</source>
        <translation>标题(&amp;I)</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>Ca&amp;ptions</source>
        <translation>说明(&amp;P)</translation>
    </message>
    <message>
        <source>Subtitle, footnotes and lists of figures</source>
        <translation>副标题、脚注和数字列表</translation>
    </message>
    <message>
        <source>&amp;Axis labels</source>
        <translation>坐标轴标注(&amp;A)</translation>
    </message>
    <message>
        <source>Hatche&amp;s, for print in grey</source>
        <translation>阴影线，用于灰度印刷(&amp;S)</translation>
    </message>
    <message>
        <source>White</source>
        <translation>白色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Li&amp;nes:</source>
        <translation>线条(&amp;N)：</translation>
    </message>
    <message>
        <source>Colo&amp;urs:</source>
        <translation>颜色(&amp;U)：</translation>
    </message>
    <message>
        <source>&amp;Background:</source>
        <translation>背景(&amp;B)：</translation>
    </message>
    <message>
        <source>%1, from</source>
        <translation>%1，从</translation>
    </message>
    <message>
        <source>%1, to</source>
        <translation>%1，到</translation>
    </message>
    <message>
        <source>Only a part</source>
        <translation>仅一部分</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>%1 × %2 mm, smallest text %3 pt. As PNG: %4 × %5 pixels.</source>
        <translation>%1 × %2 毫米，最小文字 %3 磅。PNG：%4 × %5 像素。</translation>
    </message>
    <message>
        <source>No page of this size can hold text of this size.</source>
        <translation>这种大小的页面放不下这种大小的文字。</translation>
    </message>
    <message>
        <source>Used by PNG only; the other formats are vectors</source>
        <translation>仅用于 PNG；其他格式为矢量</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>in proportion to the text</source>
        <translation>与文字成比例</translation>
    </message>
    <message>
        <source>The colours are shades of one scale and differ in greyscale, too</source>
        <translation>颜色是同一色阶的深浅，在灰度下也能区分</translation>
    </message>
</context>
<context>
    <name>stowage::FileNames</name>
    <message>
        <source>All supported files (%1)</source>
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
        <source>Stowage graph</source>
        <translation>Stowage 计算图</translation>
    </message>
    <message>
        <source>Interval CSV</source>
        <translation>区间 CSV</translation>
    </message>
    <message>
        <source>Allocation trace</source>
        <translation>分配记录</translation>
    </message>
    <message>
        <source>PyTorch CUDA memory snapshot</source>
        <translation>PyTorch CUDA 内存快照</translation>
    </message>
    <message>
        <source>ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>ids, lifetimes, sizes, alignments and offsets</source>
        <translation>编号、生命周期、大小、对齐和偏移</translation>
    </message>
    <message>
        <source>PDF, a page each (*.pdf);;PNG images, numbered (*.png);;SVG drawings, numbered (*.svg)</source>
        <translation>PDF，每张一页 (*.pdf);;PNG 图像，带编号 (*.png);;SVG 图形，带编号 (*.svg)</translation>
    </message>
    <message>
        <source>TensorFlow Lite model</source>
        <translation>TensorFlow Lite 模型</translation>
    </message>
    <message>
        <source>XLA buffer assignment</source>
        <translation>XLA 缓冲区分配</translation>
    </message>
    <message>
        <source>Graphviz drawing</source>
        <translation>Graphviz 图形</translation>
    </message>
    <message>
        <source>a drawing: streams, tensors, control edges and groups, and it cannot be read again</source>
        <translation>一幅图形：流、张量、控制边和组，且不能再读回</translation>
    </message>
    <message>
        <source>MindSpore SOMAS dump</source>
        <translation>MindSpore SOMAS 转储</translation>
    </message>
    <message>
        <source>Linked execution trace</source>
        <translation>关联执行轨迹</translation>
    </message>
    <message>
        <source>PyTorch profiler trace</source>
        <translation>PyTorch 性能分析轨迹</translation>
    </message>
    <message>
        <source>ExecuTorch program</source>
        <translation>ExecuTorch 程序</translation>
    </message>
    <message>
        <source>ETDump of an ExecuTorch program</source>
        <translation>ExecuTorch 程序的 ETDump</translation>
    </message>
    <message>
        <source>ST Edge AI network</source>
        <translation>ST Edge AI 网络</translation>
    </message>
    <message>
        <source>MIGraphX listing</source>
        <translation>MIGraphX 程序列表</translation>
    </message>
    <message>
        <source>JAX and TensorFlow profile</source>
        <translation>JAX 与 TensorFlow 性能剖析</translation>
    </message>
    <message>
        <source>XLA text dump</source>
        <translation>XLA 文本转储</translation>
    </message>
    <message>
        <source>torch.compile output</source>
        <translation>torch.compile 输出</translation>
    </message>
    <message>
        <source>Recorded heaps (%1)</source>
        <translation>记录的堆（%1）</translation>
    </message>
    <message>
        <source>Files of compilers and planners (%1)</source>
        <translation>编译器和规划器的文件（%1）</translation>
    </message>
    <message>
        <source>Models and graphs (%1)</source>
        <translation>模型和计算图（%1）</translation>
    </message>
    <message>
        <source>PDF page (*.pdf);;SVG drawing (*.svg);;PNG image (*.png);;EPS drawing (*.eps)</source>
        <translation>PDF 页面 (*.pdf);;SVG 图形 (*.svg);;PNG 图像 (*.png);;EPS 图形 (*.eps)</translation>
    </message>
</context>
<context>
    <name>stowage::FileParts</name>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>Capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>Choose which graph of the file is open</source>
        <translation>选择打开文件中的哪个计算图</translation>
    </message>
    <message>
        <source>Choose a memory space; each space has its own plan</source>
        <translation>选择内存空间；每个空间各有方案</translation>
    </message>
</context>
<context>
    <name>stowage::FileWriter</name>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 已存在。要替换它吗？</translation>
    </message>
    <message>
        <source>%1 is open in this window. Choose another name.</source>
        <translation>%1 已在此窗口中打开。请另选名称。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Export cancelled. Files already written are complete.</source>
        <translation>导出已取消。已写出的文件是完整的。</translation>
    </message>
    <message numerus="yes">
        <source>%n image(s) with this name already exist, for example %1. Replace the images with the same numbers?</source>
        <translation>
            <numerusform>已有 %n 张同名图片，例如 %1。要替换编号相同的图片吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Drawing images…</source>
        <translation>正在绘制图片…</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n image(s): %1 … %2</source>
        <translation>
            <numerusform>已保存 %n 张图片：%1 … %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::FindBar</name>
    <message>
        <source>%1, of all steps</source>
        <translation>%1，针对所有步</translation>
    </message>
    <message>
        <source>The name is a regular expression</source>
        <translation>名称是正则表达式</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一个匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一个匹配 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Find tensors</source>
        <translation>查找张量</translation>
    </message>
    <message>
        <source>Name, &gt;1MiB, &lt;64KiB, @0x1000-0x2000</source>
        <translation>名称、&gt;1MiB、&lt;64KiB、@0x1000-0x2000</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>not understood: %1</source>
        <translation>无法理解：%1</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln 个匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>invalid regular expression</source>
        <translation>无效的正则表达式</translation>
    </message>
    <message>
        <source>Searches all steps, not only %1.</source>
        <translation>在所有步中查找，不只是%1。</translation>
    </message>
    <message>
        <source>Part of a name, a size (&gt;1MiB, =512) or an address (@0x1000-0x2000)</source>
        <translation>名称的一部分、大小（&gt;1MiB、=512）或地址（@0x1000-0x2000）</translation>
    </message>
</context>
<context>
    <name>stowage::FittedColumns</name>
    <message>
        <source>Co&amp;lumns</source>
        <translation>列(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Reset columns</source>
        <translation>重置列(&amp;R)</translation>
    </message>
</context>
<context>
    <name>stowage::FlameView</name>
    <message>
        <source>Flame graph of the stack frames</source>
        <translation>栈帧的火焰图</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message numerus="yes">
        <source>%1
%2 (%3) in %Ln block(s)</source>
        <translation>
            <numerusform>%1
%2（%3），%Ln 个块</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::FoldingPart</name>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>Fold %1 to a line</source>
        <translation>将%1折叠为一行</translation>
    </message>
</context>
<context>
    <name>stowage::FootprintMatrixModel</name>
    <message>
        <source>%1, %2: %3 in %4</source>
        <translation>%1，%2：%3，用时 %4</translation>
    </message>
    <message>
        <source>Not planned yet</source>
        <translation>尚未规划</translation>
    </message>
    <message>
        <source>It equals the lower bound: no plan in this order is smaller.</source>
        <translation>等于下界：按此顺序没有更小的方案。</translation>
    </message>
    <message>
        <source>Every plan in this order needs at least %1.</source>
        <translation>按此顺序的任何方案都至少需要 %1。</translation>
    </message>
    <message>
        <source>In which order the operators run</source>
        <translation>算子按哪种顺序运行</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>The smallest of all planned footprints.</source>
        <translation>已规划的方案中最小。</translation>
    </message>
</context>
<context>
    <name>stowage::FootprintMatrixView</name>
    <message>
        <source>no plan</source>
        <translation>无方案</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Plan all</source>
        <translation>全部规划</translation>
    </message>
    <message>
        <source>Plan every order with every layout strategy shown, in the background</source>
        <translation>在后台用所示的每个布局策略规划每个顺序</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Footprints of orders and layouts</source>
        <translation>各顺序与布局的占用</translation>
    </message>
    <message>
        <source>Stopping. The footprints planned so far are kept.</source>
        <translation>正在停止。已规划的占用保留。</translation>
    </message>
    <message>
        <source>Planning every order…</source>
        <translation>正在为每个顺序规划…</translation>
    </message>
    <message>
        <source>Choose the layout strategies to show, one per column</source>
        <translation>选择要显示的布局策略，每列一个</translation>
    </message>
    <message>
        <source>Stopped or out of time before it had a plan.</source>
        <translation>未得到方案就结束了：被停止或超时。</translation>
    </message>
    <message>
        <source>✓ equals the lower bound of its order: no layout is smaller. Bold: the smallest footprint.</source>
        <translation>✓ 等于其顺序的下界：没有更小的布局。粗体：所有中最小的。</translation>
    </message>
    <message>
        <source>Rows are orders, and columns are layout strategies. Plan all computes the footprints.</source>
        <translation>找到的顺序为行，布局策略为列：“全部规划”填入占用。</translation>
    </message>
</context>
<context>
    <name>stowage::FormatHelp</name>
    <message>
        <source>Supported file formats</source>
        <translation>Stowage 可打开的文件</translation>
    </message>
    <message>
        <source>It keeps the offsets of a plan.</source>
        <translation>它保存方案的偏移。</translation>
    </message>
    <message>
        <source>Stowage recognizes a file by its content, not by its name. Every file may be gzipped. Drop a file on the window, or open it (Ctrl+O). File ▸ Report on the file lists what Stowage found in the file. File ▸ Reading options sets what the file leaves open. Offsets in the file are opened as a plan, which is checked and shown beside our plans.</source>
        <translation>Stowage 按内容而非名称识别文件。所有文件均可为 gzip 压缩。将文件拖到窗口上，或打开它 (Ctrl+O)。“文件 ▸ 文件报告”列出 Stowage 在文件中找到的内容。“文件 ▸ 读取选项”设置文件未定之处。文件中的偏移作为方案打开，会被检查，并与我们的方案一同显示。</translation>
    </message>
    <message>
        <source>Stowage only reads it.</source>
        <translation>只能读取。</translation>
    </message>
    <message>
        <source>Stowage reads it. File ▸ Save graph as writes it.</source>
        <translation>可读取，也可用“文件 ▸ 计算图另存为”写出。</translation>
    </message>
    <message>
        <source>Stowage does not read it. File ▸ Save graph as writes %1.</source>
        <translation>不能读取。“文件 ▸ 计算图另存为”写出%1。</translation>
    </message>
    <message>
        <source>Stowage reads it. File ▸ Save graph as writes it too, but only %1.</source>
        <translation>可读取，也可用“文件 ▸ 计算图另存为”写出，但只包含%1。</translation>
    </message>
</context>
<context>
    <name>stowage::FrameRows</name>
    <message>
        <source>(no stack recorded)</source>
        <translation>（没有记录调用栈）</translation>
    </message>
</context>
<context>
    <name>stowage::FrameTreeModel</name>
    <message>
        <source>All allocations, also those without a recorded stack</source>
        <translation>所有分配，包括没有记录调用栈的</translation>
    </message>
    <message>
        <source>%1
%2, line %L3</source>
        <translation>%1
%2，第 %L3 行</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>调用帧</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块</translation>
    </message>
    <message>
        <source>The function and where it was, the outermost at the top</source>
        <translation>函数及其位置，最外层在最上</translation>
    </message>
    <message>
        <source>The file has no stack for these: recording began later, or was without stacks</source>
        <translation>文件中没有这些分配的调用栈：记录开始得较晚，或者没有记录调用栈</translation>
    </message>
    <message>
        <source>Bytes allocated by the frame and everything it called</source>
        <translation>它及其调用的所有函数分配的字节</translation>
    </message>
    <message>
        <source>Share of all listed bytes</source>
        <translation>占所列全部字节的比例</translation>
    </message>
    <message>
        <source>Bytes whose innermost known frame is this frame</source>
        <translation>以它为已知最内层调用帧的字节</translation>
    </message>
    <message>
        <source>Number of allocations of these bytes</source>
        <translation>这些字节由多少次分配组成</translation>
    </message>
</context>
<context>
    <name>stowage::FramesPane</name>
    <message>
        <source>Memory by stack frame</source>
        <translation>按调用帧的内存</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Cursor</source>
        <translation>游标</translation>
    </message>
    <message>
        <source>Function or file</source>
        <translation>函数或文件</translation>
    </message>
    <message>
        <source>Filter frames</source>
        <translation>筛选调用帧</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>调用帧</translation>
    </message>
    <message>
        <source>Stack frames</source>
        <translation>调用帧</translation>
    </message>
    <message>
        <source>No frame matches.</source>
        <translation>没有匹配的调用帧。</translation>
    </message>
    <message>
        <source>Summing the frames…</source>
        <translation>正在汇总调用帧…</translation>
    </message>
    <message>
        <source>&amp;Frames…</source>
        <translation>调用帧(&amp;F)…</translation>
    </message>
    <message>
        <source>Export image of the frames</source>
        <translation>导出调用帧的图像</translation>
    </message>
    <message>
        <source>Shape of the frames</source>
        <translation>帧的形式</translation>
    </message>
    <message>
        <source>Choose how the stack frames are put together</source>
        <translation>选择栈帧的组织方式</translation>
    </message>
    <message>
        <source>Callers first</source>
        <translation>调用者在前</translation>
    </message>
    <message>
        <source>Bottom-up</source>
        <translation>自底向上</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>All frames</source>
        <translation>所有帧</translation>
    </message>
    <message>
        <source>Show frames of C++ and of the interpreter, too</source>
        <translation>同时显示 C++ 和解释器的帧</translation>
    </message>
    <message numerus="yes">
        <source>Most allocated, at event %L1: %2 in %Ln block(s)</source>
        <translation>
            <numerusform>分配最多时，第 %L1 个事件：%Ln 个块共 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allocated at event %L1: %2 in %Ln block(s)</source>
        <translation>
            <numerusform>第 %L1 个事件时已分配：%Ln 个块共 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Blocks at the event with most bytes allocated, pending frees included</source>
        <translation>分配字节最多的事件时的块，含待完成的释放</translation>
    </message>
    <message>
        <source>Blocks at the event shown in the heap</source>
        <translation>堆中所示事件时的块</translation>
    </message>
    <message>
        <source>Colour tensors by allocating frame</source>
        <translation>按申请张量的调用帧着色</translation>
    </message>
    <message>
        <source>The selection is not allocated at this event.</source>
        <translation>所选内容在此事件时未分配。</translation>
    </message>
</context>
<context>
    <name>stowage::FrontPage</name>
    <message>
        <source>Searching for trade-offs…</source>
        <translation>正在搜索权衡…</translation>
    </message>
    <message>
        <source>The search for trade-offs was stopped. The points found so far are kept.</source>
        <translation>权衡搜索已停止，保留目前找到的点。</translation>
    </message>
    <message>
        <source>Footprint against makespan</source>
        <translation>占用与总时长</translation>
    </message>
    <message>
        <source>&amp;Budget:</source>
        <translation>预算(&amp;B)：</translation>
    </message>
    <message>
        <source>such as 16 GiB</source>
        <translation>例如 16 GiB</translation>
    </message>
    <message>
        <source>Edits of the point</source>
        <translation>该点的编辑</translation>
    </message>
    <message>
        <source>Open a graph to see what memory costs in time.</source>
        <translation>打开计算图，查看内存要用多少时间来换。</translation>
    </message>
    <message>
        <source>The graph has no operators.</source>
        <translation>该计算图没有算子。</translation>
    </message>
    <message>
        <source>The time axis of this graph fixes its steps.</source>
        <translation>该计算图的时间轴固定了各步。</translation>
    </message>
    <message>
        <source>The search can begin once the graph is planned.</source>
        <translation>计算图规划完成后才能搜索。</translation>
    </message>
    <message>
        <source>Choose a kind of edits first.</source>
        <translation>请先选择一种编辑。</translation>
    </message>
    <message>
        <source>The search is running.</source>
        <translation>正在搜索。</translation>
    </message>
    <message>
        <source>%1 (%2), %3 (%4)</source>
        <translation>%1（%2），%3（%4）</translation>
    </message>
    <message>
        <source>The budget is not a size. Write it as 16 GiB or 4096.</source>
        <translation>预算不是大小。请写成 16 GiB 或 4096。</translation>
    </message>
    <message>
        <source>Fastest within the budget: %1</source>
        <translation>预算内最快：%1</translation>
    </message>
    <message>
        <source>No point found fits. The smallest takes %1.</source>
        <translation>找到的点都不符合预算，最小的需要 %1。</translation>
    </message>
    <message>
        <source>Planning the graph as it is…</source>
        <translation>正在规划现有的计算图…</translation>
    </message>
    <message>
        <source>Choose the kinds of edits, then press Run.</source>
        <translation>选择编辑的种类，然后点击“运行”。</translation>
    </message>
    <message>
        <source>The graph or its alignment changed after the search. Undo to preview points, or search again.</source>
        <translation>搜索之后计算图或其对齐已改变。请撤销以预览各点，或重新搜索。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s); as it is, the graph takes %1 and %2. Click a point to preview it.</source>
        <translation>
            <numerusform>%Ln 个点；现有的计算图需要 %1 和 %2。点击一个点进行预览。</numerusform>
        </translation>
    </message>
    <message>
        <source>Preview of point %1 of %2: %3</source>
        <translation>预览第 %1 个点（共 %2 个）：%3</translation>
    </message>
    <message>
        <source>%1. The plan shown takes %2.</source>
        <translation>%1。显示的方案占用 %2。</translation>
    </message>
    <message>
        <source>The graph as it is</source>
        <translation>现有的计算图</translation>
    </message>
    <message>
        <source>Footprint against makespan over edits of the graph · the axes do not begin at zero</source>
        <translation>对计算图的各种编辑：占用与总时长 · 坐标轴不从零开始</translation>
    </message>
    <message>
        <source>Choose the kinds of edits that are allowed</source>
        <translation>选择允许的编辑种类</translation>
    </message>
    <message>
        <source>All edits</source>
        <translation>所有编辑</translation>
    </message>
    <message>
        <source>Edits (%L1)</source>
        <translation>编辑（%L1）</translation>
    </message>
</context>
<context>
    <name>stowage::GapModel</name>
    <message>
        <source>no end</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>%1: chosen</source>
        <translation>%1：选中</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Where the planner looks, in its order</source>
        <translation>规划器依次查看的位置</translation>
    </message>
    <message>
        <source>Whether the block fits there, and which place it takes</source>
        <translation>该块是否放得下，以及它取哪个位置</translation>
    </message>
    <message>
        <source>The offset at which the gap begins</source>
        <translation>空间起点的偏移</translation>
    </message>
    <message>
        <source>The size of the gap; above all blocks there is no limit</source>
        <translation>空间有多少字节；在所有块之上的没有上限</translation>
    </message>
</context>
<context>
    <name>stowage::GraphCard</name>
    <message>
        <source>and %1 smaller</source>
        <translation>另有 %1 个更小的</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>makes</source>
        <translation>产出</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>carries</source>
        <translation>承载</translation>
    </message>
    <message>
        <source>%1, place %2 (of 0 to %3)</source>
        <translation>%1，第 %2 个（0 至 %3）</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 (of 0 to %2)</source>
        <translation>%1（0 至 %2）</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>has</source>
        <translation>含有</translation>
    </message>
    <message>
        <source>takes</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>, a view of %1</source>
        <translation>，%1 的视图</translation>
    </message>
    <message>
        <source>, written over %1</source>
        <translation>，覆写 %1</translation>
    </message>
    <message>
        <source>, may be written over %1</source>
        <translation>，可覆写 %1</translation>
    </message>
    <message>
        <source>frees</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>allocates</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>the first must finish before the second starts</source>
        <translation>前者必须在后者开始之前结束</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>stowage::GraphWidget</name>
    <message>
        <source>Computational graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Drop on the waiting operator</source>
        <translation>请放到等待的算子上</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation>未打开计算图。</translation>
    </message>
    <message>
        <source>This graph has no operators.</source>
        <translation>此计算图没有算子。</translation>
    </message>
    <message>
        <source>Laying out %1 operators…</source>
        <translation>正在排布 %1 个算子…</translation>
    </message>
    <message>
        <source>The graph could not be drawn: %1</source>
        <translation>无法绘制计算图：%1</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>正在排布…</translation>
    </message>
    <message>
        <source>computational graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>&amp;Graph…</source>
        <translation>计算图(&amp;G)…</translation>
    </message>
    <message>
        <source>Export image of the graph</source>
        <translation>导出计算图的图像</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Draw closed modules as single nodes</source>
        <translation>把收起的模块画成单个节点</translation>
    </message>
    <message>
        <source>This drawing is out of date: %1</source>
        <translation>此图形已过时：%1</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Part of the graph is out of view. Show all (0).</source>
        <translation>计算图有一部分不在视野内。显示全部 (0)。</translation>
    </message>
</context>
<context>
    <name>stowage::GraphWords</name>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message numerus="yes">
        <source>(%Ln more)</source>
        <translation>
            <numerusform>（另有 %Ln 个）</numerusform>
        </translation>
    </message>
    <message>
        <source>a direct arc</source>
        <translation>一条直接的弧</translation>
    </message>
    <message>
        <source>%1 (estimated)</source>
        <translation>%1（估计）</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1，实测</translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation>%1，估计</translation>
    </message>
    <message>
        <source>%1, modelled</source>
        <translation>%1，建模</translation>
    </message>
    <message>
        <source>The host (device -1)</source>
        <translation>主机（设备 -1）</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>out of memory (%Ln time(s))</source>
        <translation>
            <numerusform>内存不足（%Ln 次）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::Graphs</name>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation>
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
    <message>
        <source>computational graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>This graph has no operators.</source>
        <translation>此计算图没有算子。</translation>
    </message>
    <message>
        <source>This file lists lifetimes but no operators, so there is no graph to draw. The lanes show its steps, and the heap map its tensors.</source>
        <translation>此文件只列出生命周期，没有算子，因此没有可绘制的计算图。泳道显示它的各步，内存图显示它的张量。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es) do not fit %1</source>
        <translation>
            <numerusform>%Ln 个方框放不下：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s) do not fit %1</source>
        <translation>
            <numerusform>%Ln 个算子放不下：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1: names are left out. Choose a larger page or smaller letters.</source>
        <translation>%1：已省略名称。请选择更大的页面或更小的字号。</translation>
    </message>
    <message>
        <source>%1 mm with letters of %2 pt</source>
        <translation>宽 %1 mm，字号 %2 pt</translation>
    </message>
    <message>
        <source>%1: some names are cut to the same. Choose a larger page or smaller letters.</source>
        <translation>%1：部分名称截断后相同。请选择更大的页面或更小的字号。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln module(s)</source>
        <translation>
            <numerusform>%Ln 个模块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>sync, no data</source>
        <translation>同步，无数据</translation>
    </message>
    <message>
        <source>order within a stream</source>
        <translation>流内的顺序</translation>
    </message>
    <message>
        <source>uses graph inputs</source>
        <translation>使用图的输入</translation>
    </message>
    <message>
        <source>makes graph outputs</source>
        <translation>产出图的输出</translation>
    </message>
    <message>
        <source>neighbours not drawn</source>
        <translation>未绘制的邻居</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>makes a view, or may write over an input</source>
        <translation>产生视图，或可覆写输入</translation>
    </message>
    <message>
        <source>control edge, no data</source>
        <translation>控制边，无数据</translation>
    </message>
    <message>
        <source>Graphviz&apos;s %1</source>
        <translation>Graphviz 的 %1</translation>
    </message>
    <message>
        <source>Graphviz did not return a drawing</source>
        <translation>Graphviz 的回答不是图形</translation>
    </message>
    <message>
        <source>Graphviz did not draw everything</source>
        <translation>Graphviz 有内容没有绘制</translation>
    </message>
    <message>
        <source>All modules are open: %1</source>
        <translation>所有模块均已打开：%1</translation>
    </message>
    <message>
        <source>%1 stand for %2</source>
        <translation>%1 代表 %2</translation>
    </message>
    <message>
        <source>%1 and %2 stand for %3</source>
        <translation>%1 和 %2 代表 %3</translation>
    </message>
</context>
<context>
    <name>stowage::GroupTreeModel</name>
    <message numerus="yes">
        <source>%1 … %2 (%n tensor(s))</source>
        <translation>
            <numerusform>%1 … %2（%n 个张量）</numerusform>
        </translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Tensors that must lie end to end, in this order</source>
        <translation>必须按此顺序首尾相接的张量</translation>
    </message>
    <message>
        <source>Bytes of the tensor, or of all tensors of the group</source>
        <translation>该张量或组内所有张量的字节数</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
</context>
<context>
    <name>stowage::GroupsPane</name>
    <message>
        <source>Gro&amp;ups…</source>
        <translation>连续组(&amp;U)…</translation>
    </message>
    <message>
        <source>Export image of the groups</source>
        <translation>导出连续组的图像</translation>
    </message>
    <message>
        <source>Group the selected tensors</source>
        <translation>将选中的张量设为连续组</translation>
    </message>
    <message>
        <source>The selected tensors must lie end to end, in the order of the file at first</source>
        <translation>选中的张量必须首尾相接，起初按文件中的顺序</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move the tensor towards the start of its group</source>
        <translation>将张量移向其组的开头</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move the tensor towards the end of its group</source>
        <translation>将张量移向其组的末尾</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>Remove the tensor from its group; the others close up</source>
        <translation>将张量移出其组；其余张量随之靠拢</translation>
    </message>
    <message>
        <source>Dissolve</source>
        <translation>解散</translation>
    </message>
    <message>
        <source>Dissolve the group; its tensors may lie anywhere</source>
        <translation>解散该组；其张量可放在任意位置</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>连续组</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>未打开任何文件。</translation>
    </message>
    <message>
        <source>No contiguous groups. Select tensors that must lie end to end, in any view, to make one.</source>
        <translation>没有连续组。在任一视图中选择必须首尾相接的张量，即可创建。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln contiguous group(s): the tensors of each lie end to end, in this order.</source>
        <translation>
            <numerusform>%Ln 个连续组：每组的张量按此顺序首尾相接。</numerusform>
        </translation>
    </message>
    <message>
        <source>Contiguous groups</source>
        <translation>连续组</translation>
    </message>
</context>
<context>
    <name>stowage::HeapMap</name>
    <message>
        <source>peak %1 at %2</source>
        <translation>峰值 %1（%2）</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>%1: %2 alive</source>
        <translation>%1：存活 %2</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>%1 to %2: at most %3 alive</source>
        <translation>%1至%2：最多存活 %3</translation>
    </message>
    <message>
        <source>at most %1 alive</source>
        <translation>最多存活 %1</translation>
    </message>
    <message>
        <source>%1 is overwritten</source>
        <translation>%1 被覆写</translation>
    </message>
    <message>
        <source>%1 is written over it</source>
        <translation>%1 写到它上面</translation>
    </message>
    <message>
        <source>step (place in the execution order)</source>
        <translation>步（执行顺序中的位置）</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time (steps of one width, not to scale)</source>
        <translation>时间（各步等宽，不按比例）</translation>
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
        <translation>占用 %1（比下界多 %2）</translation>
    </message>
    <message>
        <source>footprint %1 (%2)</source>
        <translation>占用 %1（%2）</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>difference of %1, before and now</source>
        <translation>%1 的差异：之前与现在</translation>
    </message>
    <message>
        <source>difference from %1 to %2</source>
        <translation>从 %1 到 %2 的差异</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Heap map</source>
        <translation>内存图</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
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
        <translation>未打开计算图。</translation>
    </message>
    <message>
        <source>%1 (tensors · bytes)</source>
        <translation>%1（张量 · 字节）</translation>
    </message>
    <message>
        <source>Each rectangle is a tensor: as long as it is needed, as high as its size.</source>
        <translation>每个矩形是一个张量：长度为需要它的时间，高度为它的大小。</translation>
    </message>
    <message>
        <source>As long as a tensor is needed, as high as its size.</source>
        <translation>长度：需要张量的时间；高度：它的大小。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) not drawn.</source>
        <translation>
            <numerusform>%n 个张量未绘制。</numerusform>
        </translation>
    </message>
    <message>
        <source>Other interleavings: %1.</source>
        <translation>其他交错方式：%1。</translation>
    </message>
    <message>
        <source>Hatched: not free for the other streams yet.</source>
        <translation>斜线：其他流还不能使用。</translation>
    </message>
    <message>
        <source>This graph has no tensors: there is nothing to plan.</source>
        <translation>此计算图没有张量：没有可规划的内容。</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在规划…</translation>
    </message>
    <message>
        <source>There is no plan yet.</source>
        <translation>还没有方案。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) never needed</source>
        <translation>
            <numerusform>%n 个张量从不需要</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) of size 0</source>
        <translation>
            <numerusform>%n 个张量大小为 0</numerusform>
        </translation>
    </message>
    <message>
        <source>Not drawn: %1.</source>
        <translation>未绘制：%1。</translation>
    </message>
    <message>
        <source>Other interleavings of the streams may need %1 at once.</source>
        <translation>各流的其他交错方式可能同时需要 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 are reserved, in %Ln segment(s): the dotted lines are their ends.</source>
        <translation>
            <numerusform>预留了 %1，共 %Ln 个段：点线为各段的末端。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 reserved in %Ln segment(s).</source>
        <translation>
            <numerusform>%Ln 个段预留 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not a safe plan: %Ln clash(es), in red</source>
        <translation>
            <numerusform>方案不安全：%Ln 处冲突，以红色标出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln clash(es)</source>
        <translation>
            <numerusform>%Ln 处冲突</numerusform>
        </translation>
    </message>
    <message>
        <source>footprint %1 (not a safe plan)</source>
        <translation>占用 %1（不是安全的方案）</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) of unknown size</source>
        <translation>
            <numerusform>%n 个大小未知的张量</numerusform>
        </translation>
    </message>
    <message>
        <source>bound %1 · %2</source>
        <translation>下界 %1 · %2</translation>
    </message>
    <message>
        <source>bound %1 · reached</source>
        <translation>下界 %1 · 已达到</translation>
    </message>
    <message>
        <source>time in the simulated run (estimated)</source>
        <translation>模拟运行的时间（估计）</translation>
    </message>
    <message>
        <source>time (estimated)</source>
        <translation>时间（估计）</translation>
    </message>
    <message>
        <source>time in the simulated run</source>
        <translation>模拟运行的时间</translation>
    </message>
    <message>
        <source>over time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Each rectangle is a tensor: as long as it is needed in the simulated run, as high as its size.</source>
        <translation>每个矩形是一个张量：长度为模拟运行中需要它的时间，高度为其大小。</translation>
    </message>
    <message>
        <source>%1 to %2 (%3 long)</source>
        <translation>%1 至 %2（长 %3）</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按记录</translation>
    </message>
    <message>
        <source>Framed: views, which lie in the bytes of another tensor.</source>
        <translation>带框：视图，位于另一张量的字节中。</translation>
    </message>
    <message>
        <source>%1: %2 reserved, %3 allocated</source>
        <translation>%1：已保留 %2，已分配 %3</translation>
    </message>
    <message>
        <source>%1 reserved, %2 allocated</source>
        <translation>已保留 %1，已分配 %2</translation>
    </message>
    <message>
        <source>events of the allocator</source>
        <translation>分配器的事件</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>%1 (tensors · bytes, summed over all steps)</source>
        <translation>%1（张量 · 字节，所有步合计）</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>第 %1 个事件</translation>
    </message>
    <message>
        <source>events %1 to %2</source>
        <translation>事件 %1 至 %2</translation>
    </message>
    <message>
        <source>This graph has no operators and so no time axis.</source>
        <translation>此计算图没有算子，因此没有时间轴。</translation>
    </message>
    <message>
        <source>No tensor is alive during the simulated run, so there is nothing to draw.</source>
        <translation>模拟运行中没有张量在任何时间被需要：没有可绘制的内容。</translation>
    </message>
    <message>
        <source>No tensor of this graph needs memory, so there is nothing to draw.</source>
        <translation>此计算图的张量都不需要内存：没有可绘制的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) alive for no time</source>
        <translation>
            <numerusform>%n 个在任何时间都不需要的张量</numerusform>
        </translation>
    </message>
    <message>
        <source>Pale and hatched: another stream may run later and still need the tensor, so its memory is not free.</source>
        <translation>浅色斜线：其他流可能比此处更晚运行，仍需要该张量：其内存尚未空闲。</translation>
    </message>
    <message>
        <source>Pale and hatched: another stream may still need it, or may write it this early, so its memory is not free.</source>
        <translation>浅色斜线部分：另一条流可能仍需要它，或可能这么早就产生它：其内存并不空闲。</translation>
    </message>
    <message>
        <source>Tensor sizes are unknown: the file gives no size above 0. Set its open dimensions in File ▸ Reading options…</source>
        <translation>张量大小未知：文件没有给出大于 0 的大小。请在“文件 ▸ 读取选项…”中设置未定的维度。</translation>
    </message>
    <message>
        <source>one moment: the file has no history</source>
        <translation>一个时刻：文件没有历史记录</translation>
    </message>
    <message>
        <source>no history</source>
        <translation>没有历史记录</translation>
    </message>
    <message>
        <source>largest hole in the footprint %1</source>
        <translation>占用内最大的空洞 %1</translation>
    </message>
    <message>
        <source>no holes</source>
        <translation>没有空洞</translation>
    </message>
    <message>
        <source>%1 in holes</source>
        <translation>空洞共 %1</translation>
    </message>
    <message>
        <source>%1 lost: %2 in holes, %3 held for other streams</source>
        <translation>损失 %1：空洞 %2，为其他流保留 %3</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>addresses as recorded, without the space between segments</source>
        <translation>记录的地址，省去段之间的空间</translation>
    </message>
    <message>
        <source>footprint = bound = %1</source>
        <translation>占用 = 下界 = %1</translation>
    </message>
    <message>
        <source>offset, not from 0</source>
        <translation>偏移（不从 0 起）</translation>
    </message>
    <message>
        <source>footprint %1 (assumed)</source>
        <translation>占用 %1（假设）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation>
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
    <message>
        <source>No tensor is ever alive, so there is nothing to draw. The plan takes %1.</source>
        <translation>没有任何张量存活，因此没有可绘制的内容。该规划占用 %1。</translation>
    </message>
    <message>
        <source>%1 moved (%2)</source>
        <translation>%1 个移动（%2）</translation>
    </message>
    <message>
        <source>%1 unmoved</source>
        <translation>%1 个未移动</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 个新增</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 个消失</translation>
    </message>
    <message>
        <source>Tensors: %1.</source>
        <translation>张量：%1。</translation>
    </message>
    <message>
        <source>Space, on average over the steps: %1 freed, %2 newly used, %3 used as before.</source>
        <translation>空间，各步平均：释放 %1，新占用 %2，与之前相同 %3。</translation>
    </message>
    <message>
        <source>space freed</source>
        <translation>释放的空间</translation>
    </message>
    <message>
        <source>space newly used (over any colour)</source>
        <translation>新占用的空间（覆于任意颜色之上）</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>Space, on average over time: %1 freed, %2 newly used, %3 used as before.</source>
        <translation>空间（按时间平均）：释放 %1，新用 %2，照旧使用 %3。</translation>
    </message>
    <message>
        <source>%1 of them resized</source>
        <translation>其中 %1 个大小不同</translation>
    </message>
    <message>
        <source>Average: %1 freed, %2 newly used.</source>
        <translation>平均：释放 %1，新占用 %2。</translation>
    </message>
    <message>
        <source>%1: the smallest are merged</source>
        <translation>%1：最小的已合并</translation>
    </message>
</context>
<context>
    <name>stowage::HeapMapPage</name>
    <message>
        <source>A: %1 – %2</source>
        <translation>A：%1 – %2</translation>
    </message>
    <message>
        <source>B: %1 – %2</source>
        <translation>B：%1 – %2</translation>
    </message>
    <message>
        <source>Plan A or plan B</source>
        <translation>方案 A 或方案 B</translation>
    </message>
    <message>
        <source>B switches between plan A and plan B, in the same place.</source>
        <translation>按 B 键在同一位置切换方案 A 和方案 B。</translation>
    </message>
    <message>
        <source>footprint %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <translation>峰值 %1（%2）</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>时刻 %1</translation>
    </message>
    <message>
        <source>step (place in the execution order)</source>
        <translation>步（执行顺序中的位置）</translation>
    </message>
    <message>
        <source>time (steps of one width, not to scale)</source>
        <translation>时间（各步等宽，不按比例）</translation>
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
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>memory kept</source>
        <translation>保留的内存</translation>
    </message>
    <message>
        <source>never needed</source>
        <translation>从不需要</translation>
    </message>
    <message>
        <source>time %1 to %2</source>
        <translation>时刻 %1 至 %2</translation>
    </message>
    <message>
        <source>steps %1 to %2 (%3 in all)</source>
        <translation>第 %1 至 %2 步（共 %3 步）</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>生产算子</translation>
    </message>
    <message>
        <source>consumers</source>
        <translation>消费算子</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>kept as an output</source>
        <translation>作为输出保留</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Find a tensor</source>
        <translation>查找张量</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Show these tensors in their colour, or in grey</source>
        <translation>以各自颜色或灰色显示这些张量</translation>
    </message>
    <message>
        <source>Heap map of %1: %2</source>
        <translation>%1 的内存图：%2</translation>
    </message>
    <message>
        <source>Drag to move, turn the wheel to zoom (Shift: steps only, Alt: bytes only). Keys: arrows go from tensor to tensor, with Shift they move the map; + and − zoom, 0 fits, / finds, Esc lets go.</source>
        <translation>拖动以移动，滚动滚轮以缩放（Shift：只缩放步，Alt：只缩放字节）。按键：方向键在张量之间移动，按住 Shift 则移动内存图；+ 和 − 缩放，0 适合窗口，/ 查找，Esc 放开。</translation>
    </message>
    <message>
        <source>The map is drawn by a script in this page, which your browser does not run.</source>
        <translation>内存图由此页面中的脚本绘制，而您的浏览器没有运行它。</translation>
    </message>
    <message>
        <source>bound %1 · reached</source>
        <translation>下界 %1 · 已达到</translation>
    </message>
    <message>
        <source>none: present from the start</source>
        <translation>无：一开始就存在</translation>
    </message>
    <message>
        <source>addresses as recorded, without the space between segments</source>
        <translation>记录的地址，省去段之间的空间</translation>
    </message>
    <message>
        <source>footprint at least %1</source>
        <translation>占用至少 %1</translation>
    </message>
    <message>
        <source>peak at least %1 at %2</source>
        <translation>峰值至少 %1（%2）</translation>
    </message>
    <message>
        <source>%1: the smallest are merged</source>
        <translation>%1：最小的已合并</translation>
    </message>
</context>
<context>
    <name>stowage::HeapMapWidget</name>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>not moved</source>
        <translation>未移动</translation>
    </message>
    <message>
        <source>was at %1</source>
        <translation>原在 %1</translation>
    </message>
    <message>
        <source>%1, moved by %2</source>
        <translation>%1，移动了 %2</translation>
    </message>
    <message>
        <source>Show in all views</source>
        <translation>在所有视图中显示</translation>
    </message>
    <message>
        <source>Edit note…</source>
        <translation>编辑备注…</translation>
    </message>
    <message>
        <source>Add note…</source>
        <translation>添加备注…</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Show all times again</source>
        <translation>恢复显示所有时间</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>playing a run · Esc ends it</source>
        <translation>正在播放一次运行 · 按 Esc 结束</translation>
    </message>
    <message>
        <source>playing a run</source>
        <translation>正在播放一次运行</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>Drag: time cursor, and the holes there</source>
        <translation>拖动：时间游标，以及该处的空洞</translation>
    </message>
    <message>
        <source>Drag an end of the range; double click: no range</source>
        <translation>拖动范围的一端；双击：取消范围</translation>
    </message>
    <message>
        <source>Shift+drag: a range of time for every view</source>
        <translation>Shift+拖动：为所有视图选择时间范围</translation>
    </message>
    <message>
        <source>Heap map</source>
        <translation>内存图</translation>
    </message>
    <message>
        <source>Selected: %1, %2.</source>
        <translation>已选择：%1，%2。</translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation>正在更新…</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>This plan is safe only while the streams take turns</source>
        <translation>仅当各流轮流运行时，此方案才安全</translation>
    </message>
    <message>
        <source>%1 (estimated)</source>
        <translation>%1（估计）</translation>
    </message>
    <message>
        <source>The axis is time in the simulated run, estimated.</source>
        <translation>横轴为模拟运行的时间（估计）。</translation>
    </message>
    <message>
        <source>The axis is time in the simulated run.</source>
        <translation>横轴为模拟运行的时间。</translation>
    </message>
    <message>
        <source>The view beside this map is drawn over steps</source>
        <translation>与此图并列的视图按步绘制</translation>
    </message>
    <message>
        <source>The axis counts events of the allocator.</source>
        <translation>坐标轴按分配器的事件计数。</translation>
    </message>
    <message>
        <source>offset %1</source>
        <translation>偏移 %1</translation>
    </message>
    <message numerus="yes">
        <source>Select tensors directly below (%n)</source>
        <translation>
            <numerusform>选择正下方的张量（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>Already at offset 0</source>
        <translation>已在偏移 0</translation>
    </message>
    <message>
        <source>No tensor directly below</source>
        <translation>正下方没有张量</translation>
    </message>
    <message>
        <source>%1; %2 reserved at most, bound %3, peak %4 at %5.</source>
        <translation>%1；最多保留 %2，下界 %3，峰值 %4，在 %5。</translation>
    </message>
    <message>
        <source>%1; footprint %2, bound %3, peak %4 at %5.</source>
        <translation>%1；占用 %2，下界 %3，峰值 %4，在 %5。</translation>
    </message>
</context>
<context>
    <name>stowage::HeapPane</name>
    <message>
        <source>The heap as it was</source>
        <translation>实际的堆</translation>
    </message>
    <message>
        <source>No segments recorded: what was reserved is not known.</source>
        <translation>没有记录内存段：不知道预留了多少。</translation>
    </message>
    <message>
        <source>Recorded he&amp;ap…</source>
        <translation>所记录的堆(&amp;A)…</translation>
    </message>
    <message>
        <source>Export image of the recorded heap</source>
        <translation>导出所记录的堆的图像</translation>
    </message>
    <message>
        <source>Measuring the free memory…</source>
        <translation>正在测量空闲内存…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cancelled. The largest hole of each event is not shown.</source>
        <translation>已取消。不显示每个事件的最大空洞。</translation>
    </message>
    <message>
        <source>%1 of segments, at event %L2</source>
        <translation>内存段共 %1，第 %L2 个事件</translation>
    </message>
    <message>
        <source>%1 of blocks, pending frees included, at event %L2</source>
        <translation>块共 %1，含待完成的释放，第 %L2 个事件</translation>
    </message>
    <message>
        <source>At the allocated peak, blocks that the allocator did not split are %1 larger than their tensors.</source>
        <translation>在已分配峰值处，分配器未拆分的块比其张量大 %1。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Open the heap of another device of this file</source>
        <translation>打开此文件中另一设备的堆</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Reserved peak</source>
        <translation>保留峰值</translation>
    </message>
    <message>
        <source>Worst fragmentation</source>
        <translation>最严重的碎片</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Order of the segments</source>
        <translation>段的顺序</translation>
    </message>
    <message>
        <source>Choose the order of the segments</source>
        <translation>选择段的顺序</translation>
    </message>
    <message>
        <source>By address</source>
        <translation>按地址</translation>
    </message>
    <message>
        <source>By largest hole</source>
        <translation>按最大空洞</translation>
    </message>
    <message>
        <source>By idle bytes</source>
        <translation>按闲置字节</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按大小</translation>
    </message>
    <message>
        <source>By stream</source>
        <translation>按流</translation>
    </message>
    <message>
        <source>Reserved, peak</source>
        <translation>保留峰值</translation>
    </message>
    <message>
        <source>Allocated, peak</source>
        <translation>分配峰值</translation>
    </message>
    <message>
        <source>Static plan</source>
        <translation>静态方案</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Go to an event that stands out</source>
        <translation>转到突出的事件</translation>
    </message>
    <message>
        <source>Go to the failure, or near the reserved peak, with most bytes free in small holes</source>
        <translation>转到小空洞中空闲字节最多的失败处，或接近预留峰值处</translation>
    </message>
    <message>
        <source>Go to the next event that ran out of memory</source>
        <translation>转到下一个内存不足的事件</translation>
    </message>
    <message>
        <source>Go to the event with most bytes allocated</source>
        <translation>转到已分配字节最多的事件</translation>
    </message>
    <message>
        <source>Go to the event with most bytes reserved</source>
        <translation>转到已保留字节最多的事件</translation>
    </message>
</context>
<context>
    <name>stowage::HeapStripView</name>
    <message>
        <source>The largest hole: %1 at %2</source>
        <translation>最大空洞：%1，位于 %2</translation>
    </message>
    <message>
        <source>A hole: %1 at %2</source>
        <translation>空洞：%1，位于 %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>No segment is recorded for %1 at %2</source>
        <translation>没有为 %2 处的 %1 记录段</translation>
    </message>
    <message>
        <source>Segment: %1 at %2</source>
        <translation>段：%1，位于 %2</translation>
    </message>
    <message>
        <source>idle %1, largest hole %2</source>
        <translation>闲置 %1，最大空洞 %2</translation>
    </message>
    <message>
        <source>%1: private memory of CUDA graphs</source>
        <translation>%1：CUDA 图的私有内存</translation>
    </message>
    <message numerus="yes">
        <source>expandable, of %Ln piece(s)</source>
        <translation>
            <numerusform>可扩展，共 %Ln 片</numerusform>
        </translation>
    </message>
    <message>
        <source>for small blocks</source>
        <translation>用于小块</translation>
    </message>
    <message>
        <source>for large blocks</source>
        <translation>用于大块</translation>
    </message>
    <message>
        <source>Segments of the recorded heap at an event</source>
        <translation>所记录的堆在某一事件的内存段</translation>
    </message>
    <message>
        <source>there from event %L1 to %L2</source>
        <translation>存在于第 %L1 至 %L2 个事件</translation>
    </message>
    <message>
        <source>there from event %L1 to the end</source>
        <translation>从第 %L1 个事件存在到结束</translation>
    </message>
    <message>
        <source>its free waits for the stream since event %L1</source>
        <translation>自第 %L1 个事件起，其释放在等待流</translation>
    </message>
    <message>
        <source>there since event %L1</source>
        <translation>从第 %L1 个事件起存在</translation>
    </message>
    <message>
        <source>requested: %1</source>
        <translation>请求：%1</translation>
    </message>
</context>
<context>
    <name>stowage::HeapWords</name>
    <message>
        <source>as much as reserved</source>
        <translation>与保留的一样多</translation>
    </message>
    <message>
        <source>%1 less than reserved (%2)</source>
        <translation>比保留的少 %1（%2）</translation>
    </message>
    <message>
        <source>%1 more than reserved (%2)</source>
        <translation>比保留的多 %1（%2）</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>A static plan (%1) of the same lifetimes needs %2: %3.</source>
        <translation>同样生命周期的静态方案（%1）需要 %2：%3。</translation>
    </message>
    <message>
        <source>If the streams keep the host&apos;s order, a static plan needs %1: %2.</source>
        <translation>如果各流保持主机的顺序，静态方案需要 %1：%2。</translation>
    </message>
    <message>
        <source>If no stream reuses the memory of another stream, a static plan needs %1: %2.</source>
        <translation>如果没有流重用其他流的内存，静态方案需要 %1：%2。</translation>
    </message>
    <message>
        <source>%L1 made, %L2 freed</source>
        <translation>建立 %L1，释放 %L2</translation>
    </message>
    <message>
        <source>Segments made in the record: %L1, given back: %L2</source>
        <translation>记录中建立的段：%L1，归还的：%L2</translation>
    </message>
    <message>
        <source>Pieces of expandable segments mapped: %L1, unmapped: %L2</source>
        <translation>可扩展段映射的片：%L1，取消映射的：%L2</translation>
    </message>
    <message>
        <source>%1 (%L2 of %L3)</source>
        <translation>%1（第 %L2 次，共 %L3 次）</translation>
    </message>
    <message>
        <source>free on the device %1</source>
        <translation>设备空闲 %1</translation>
    </message>
    <message>
        <source>free in segments %1, largest free block %2</source>
        <translation>段内空闲 %1，最大空闲块 %2</translation>
    </message>
    <message numerus="yes">
        <source>In the way: %Ln block(s), %1</source>
        <translation>
            <numerusform>阻碍：%Ln 个块，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Without these blocks, enough whole segments go back to the device</source>
        <translation>若没有这些块，就有足够的整段归还设备</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 in the host&apos;s order</source>
        <translation>主机顺序下 %1</translation>
    </message>
    <message>
        <source>%1 without reuse between streams</source>
        <translation>流间不重用时 %1</translation>
    </message>
    <message>
        <source>Against reserved: %1</source>
        <translation>与保留相比：%1</translation>
    </message>
    <message>
        <source>free in segments of %3 %1, largest free block %2</source>
        <translation>%3 的段内空闲 %1，最大空闲块 %2</translation>
    </message>
    <message numerus="yes">
        <source>retried %Ln time(s)</source>
        <translation>
            <numerusform>重试 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>In the host&apos;s order or without reuse between streams, a static plan needs %1: %2.</source>
        <translation>无论按主机的顺序，还是流之间不重用，静态方案都需要 %1：%2。</translation>
    </message>
    <message>
        <source>Against reserved: %1 with or without reuse between streams</source>
        <translation>与保留相比：%1，无论流之间是否重用</translation>
    </message>
    <message>
        <source>Requests tried again after segments were given back: %L1</source>
        <translation>归还内存段后重试的请求：%L1</translation>
    </message>
    <message>
        <source>Out of memory at event %L1</source>
        <translation>第 %L1 个事件时内存不足</translation>
    </message>
    <message>
        <source>requested %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>requested by %1</source>
        <translation>由 %1 请求</translation>
    </message>
    <message>
        <source>Without these blocks, one segment has room for the requested bytes</source>
        <translation>没有这些块，一个段就能容纳所请求的字节</translation>
    </message>
</context>
<context>
    <name>stowage::History</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Every edit since the file was opened</source>
        <translation>文件打开以来的每一次编辑</translation>
    </message>
    <message>
        <source>Click an edit to go back or forward to it</source>
        <translation>单击某次编辑即可后退或前进到该处</translation>
    </message>
</context>
<context>
    <name>stowage::HistoryModel</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Est. time</source>
        <translation>估计时间</translation>
    </message>
    <message>
        <source>Footprint %1, before %2</source>
        <translation>占用 %1，之前 %2</translation>
    </message>
    <message>
        <source>Makespan %1; no operator had a duration before</source>
        <translation>总时长 %1；之前没有算子有时长</translation>
    </message>
    <message>
        <source>Makespan %1, before %2</source>
        <translation>总时长 %1，之前 %2</translation>
    </message>
    <message>
        <source>How the edit changed the footprint of the shown plan</source>
        <translation>该编辑对所示方案占用的影响</translation>
    </message>
    <message>
        <source>How the edit changed the makespan of the simulated run</source>
        <translation>该编辑对模拟运行总时长的影响</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Every edit since the file was opened</source>
        <translation>文件打开以来的每一次编辑</translation>
    </message>
    <message>
        <source>The edit is in another memory space</source>
        <translation>此编辑属于另一个内存空间</translation>
    </message>
    <message>
        <source>Not known: this edit, or the edit before it, was not planned by the same strategies</source>
        <translation>未知：此编辑与前一次编辑不是由相同的策略规划的</translation>
    </message>
    <message>
        <source>as opened</source>
        <translation>打开时</translation>
    </message>
</context>
<context>
    <name>stowage::HoverCard</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>; kept as an output</source>
        <translation>；作为输出保留</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>生产算子</translation>
    </message>
    <message>
        <source>consumers</source>
        <translation>消费算子</translation>
    </message>
    <message>
        <source>kept from</source>
        <translation>保留自</translation>
    </message>
    <message>
        <source>%1: it may be made this early</source>
        <translation>%1：它可能这么早就产生</translation>
    </message>
    <message>
        <source>kept until</source>
        <translation>保留至</translation>
    </message>
    <message>
        <source>%1: another stream may still read it</source>
        <translation>%1：另一条流可能仍在读取它</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>in the simulated run</source>
        <translation>在模拟运行中</translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation>%1，估计</translation>
    </message>
    <message>
        <source>allocated in</source>
        <translation>分配于</translation>
    </message>
    <message>
        <source>freed in</source>
        <translation>释放于</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>not in the record</source>
        <translation>记录中没有</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>none: present from the start</source>
        <translation>无：一开始就存在</translation>
    </message>
    <message>
        <source>the end: no operator runs after all its uses</source>
        <translation>结尾：没有任何算子在其全部使用之后</translation>
    </message>
</context>
<context>
    <name>stowage::ImportDialog</name>
    <message>
        <source>read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>syncs</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>contiguous groups</source>
        <translation>连续组</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>offsets of a plan</source>
        <translation>方案的偏移</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>&amp;Names in the chosen line:</source>
        <translation>所选行中的名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>…… 另有 %1 个</translation>
    </message>
    <message>
        <source>Report on the file</source>
        <translation>文件报告</translation>
    </message>
    <message>
        <source>Names in the report</source>
        <translation>报告中的名称</translation>
    </message>
    <message>
        <source>Report on %1</source>
        <translation>%1 的报告</translation>
    </message>
    <message numerus="yes">
        <source>%1, and %Ln more remark(s)</source>
        <translation>
            <numerusform>%1，另有 %Ln 条说明</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1: %2 (%3: %4)</source>
        <translation>%1：%2（%3：%4）</translation>
    </message>
    <message>
        <source>operators with branches</source>
        <translation>带分支的算子</translation>
    </message>
</context>
<context>
    <name>stowage::ImportWords</name>
    <message>
        <source>lifetimes are half-open: from lower up to, but without, upper</source>
        <translation>生命周期为半开区间：从 lower 到 upper，不含 upper</translation>
    </message>
    <message>
        <source>lifetimes are closed: from lower through upper</source>
        <translation>生命周期为闭区间：从 lower 到 upper，含 upper</translation>
    </message>
    <message>
        <source>lifetimes are open: after lower and before upper, through upper - 2</source>
        <translation>生命周期为开区间：在 lower 之后、upper 之前，到 upper - 2 为止</translation>
    </message>
    <message>
        <source>tensors that are written in parts: the parts lie end to end</source>
        <translation>分部分写入的张量：各部分首尾相接</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensors that end behind the end of their arena</source>
        <translation>止于其内存区末尾之后的张量</translation>
    </message>
    <message>
        <source>frees of tensors whose size is known only at run time</source>
        <translation>释放大小只在运行时才知道的张量</translation>
    </message>
    <message>
        <source>tensors that a delegate writes: arguments without an earlier value</source>
        <translation>委托写入的张量：之前没有值的参数</translation>
    </message>
    <message>
        <source>tensors that an operator writes again</source>
        <translation>由算子再次写入的张量</translation>
    </message>
    <message>
        <source>views: the same bytes as another tensor</source>
        <translation>视图：与另一个张量的字节相同</translation>
    </message>
    <message>
        <source>views: they are never written, and another tensor has the same place and size</source>
        <translation>视图：从未写入，且另一个张量有相同的位置和大小</translation>
    </message>
    <message>
        <source>workspaces: they are never written, and one operator names them</source>
        <translation>工作区：从未写入，且只有一个算子用到</translation>
    </message>
    <message>
        <source>tensors that are never written are present from the start</source>
        <translation>从未写入的张量从一开始就存在</translation>
    </message>
    <message>
        <source>tensors that a loop touches live as long as it runs</source>
        <translation>循环触及的张量在循环运行期间一直存活</translation>
    </message>
    <message>
        <source>results that lie where their operator last reads: written in place</source>
        <translation>位于其算子最后读取之处的结果：就地写入</translation>
    </message>
    <message>
        <source>constants, which lie in the program</source>
        <translation>常量，位于程序中</translation>
    </message>
    <message>
        <source>tensors that nothing uses</source>
        <translation>没有任何东西使用的张量</translation>
    </message>
    <message>
        <source>state with a value in the file: needed from start to end</source>
        <translation>文件中有值的状态：从头到尾都需要</translation>
    </message>
    <message>
        <source>tensors without an offset: the caller or the run allocates them, and they have 0 bytes here (unplanned)</source>
        <translation>没有偏移的张量：由调用者或运行时分配，在此为 0 字节（不规划）</translation>
    </message>
    <message>
        <source>instructions, as operators in their order</source>
        <translation>指令，按其顺序作为算子</translation>
    </message>
    <message>
        <source>tensors, with their offsets</source>
        <translation>张量，带有偏移</translation>
    </message>
    <message>
        <source>instructions run one after the other, on one stream</source>
        <translation>指令在一个流上逐个运行</translation>
    </message>
    <message>
        <source>methods without instructions</source>
        <translation>没有指令的方法</translation>
    </message>
    <message>
        <source>other methods</source>
        <translation>其他方法</translation>
    </message>
    <message>
        <source>offsets in pools that are not numbers, so that there is no plan</source>
        <translation>池中的偏移不是数字，所以没有方案</translation>
    </message>
    <message>
        <source>buffers that are allocated</source>
        <translation>分配的缓冲区</translation>
    </message>
    <message>
        <source>buffers that are parts of a pool</source>
        <translation>属于某个池的缓冲区</translation>
    </message>
    <message>
        <source>buffers that take over another&apos;s memory</source>
        <translation>接管另一个缓冲区内存的缓冲区</translation>
    </message>
    <message>
        <source>views and second names</source>
        <translation>视图和别名</translation>
    </message>
    <message>
        <source>estimated times of matrix products are divided by 1,000: as written, no product is faster than 1 TFLOP/s</source>
        <translation>矩阵乘法的估计时间除以 1,000：照原值没有一个乘法快于 1 TFLOP/s</translation>
    </message>
    <message>
        <source>times that Inductor estimated</source>
        <translation>Inductor 估计的时间</translation>
    </message>
    <message>
        <source>modules of Inductor</source>
        <translation>Inductor 的模块</translation>
    </message>
    <message>
        <source>FX listings</source>
        <translation>FX 列表</translation>
    </message>
    <message>
        <source>other graphs of the file</source>
        <translation>文件中的其他图</translation>
    </message>
    <message>
        <source>kernels without their text: they write the buffers that were not written before, and read the others</source>
        <translation>没有文本的内核：写入之前未写入的缓冲区，读取其余的</translation>
    </message>
    <message>
        <source>lines of an unknown form</source>
        <translation>形式未知的行</translation>
    </message>
    <message>
        <source>collectives without a wait: their tensors last until the end</source>
        <translation>没有等待的集合通信：其张量持续到结束</translation>
    </message>
    <message>
        <source>kernels whose text is in the module</source>
        <translation>文本在模块中的内核</translation>
    </message>
    <message>
        <source>Triton and C++ kernels</source>
        <translation>Triton 和 C++ 内核</translation>
    </message>
    <message>
        <source>operators with a place to write to</source>
        <translation>给定写入位置的算子</translation>
    </message>
    <message>
        <source>operators that return their results</source>
        <translation>返回结果的算子</translation>
    </message>
    <message>
        <source>operators without a result, which change their arguments</source>
        <translation>没有结果、改变其参数的算子</translation>
    </message>
    <message>
        <source>events between streams</source>
        <translation>流之间的事件</translation>
    </message>
    <message>
        <source>collectives run on a stream of their group, and use their arguments until an operator waits for them</source>
        <translation>集合通信在其组的流上运行，并使用其参数直到有算子等待它们</translation>
    </message>
    <message>
        <source>operators of one stream run in the order of the lines</source>
        <translation>同一个流的算子按行的顺序运行</translation>
    </message>
    <message>
        <source>names that are used after the text says that they are gone</source>
        <translation>文本称已消失之后仍被使用的名称</translation>
    </message>
    <message>
        <source>inputs that are handed back</source>
        <translation>被交还的输入</translation>
    </message>
    <message>
        <source>lines that are not operators</source>
        <translation>不是算子的行</translation>
    </message>
    <message>
        <source>views and parts of others, which own no bytes</source>
        <translation>其他张量的视图和部分，自己没有字节</translation>
    </message>
    <message>
        <source>operators that overwrite their arguments</source>
        <translation>覆写其参数的算子</translation>
    </message>
    <message>
        <source>operators run one after the other, and nothing is fused: Inductor&apos;s program for the listing needs a different amount of memory</source>
        <translation>算子逐个运行，没有融合：Inductor 为此列表生成的程序需要的内存量不同</translation>
    </message>
    <message>
        <source>operators that may write their result over an input</source>
        <translation>可以把结果写在输入之上的算子</translation>
    </message>
    <message>
        <source>an alignment of 512 bytes, to which CUDA&apos;s caching allocator rounds sizes up</source>
        <translation>对齐为 512 字节，CUDA 的缓存分配器将大小向上取整到它</translation>
    </message>
    <message>
        <source>memory spaces</source>
        <translation>内存空间</translation>
    </message>
    <message>
        <source>buffers that are allocated lie one behind the other</source>
        <translation>分配的缓冲区一个接一个地放置</translation>
    </message>
    <message>
        <source>inputs, which are the caller&apos;s memory and have 0 bytes here</source>
        <translation>输入，属于调用者的内存，在此为 0 字节</translation>
    </message>
    <message>
        <source>tensors whose size the text does not give</source>
        <translation>文本没有给出大小的张量</translation>
    </message>
    <message>
        <source>other lines of the log</source>
        <translation>日志的其他行</translation>
    </message>
    <message>
        <source>records of the trace</source>
        <translation>轨迹的记录</translation>
    </message>
    <message>
        <source>records of the trace without memory</source>
        <translation>轨迹中没有内存的记录</translation>
    </message>
    <message>
        <source>graphs of the trace that are not in it</source>
        <translation>轨迹中不存在的图</translation>
    </message>
    <message>
        <source>graphs that the trace writes again</source>
        <translation>轨迹再次写出的图</translation>
    </message>
    <message>
        <source>lines of the trace</source>
        <translation>轨迹的行</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>rows whose lifetime is empty: tensors that are never needed and take no memory</source>
        <translation>生命周期为空的行：从不需要、不占内存的张量</translation>
    </message>
    <message>
        <source>rows, a tensor each</source>
        <translation>行，每行一个张量</translation>
    </message>
    <message>
        <source>names of the model&apos;s nodes, after &quot;#&quot;</source>
        <translation>模型节点的名称，在 &quot;#&quot; 之后</translation>
    </message>
    <message>
        <source>constants, which lie outside of the planned memory</source>
        <translation>常量，位于规划的内存之外</translation>
    </message>
    <message>
        <source>waits for events that are never recorded before</source>
        <translation>等待之前从未记录的事件</translation>
    </message>
    <message>
        <source>results: the listing has no @return, so the last operator gives them</source>
        <translation>结果：列表没有 @return，所以由最后一个算子给出</translation>
    </message>
    <message>
        <source>operators, in their order</source>
        <translation>算子，按其顺序</translation>
    </message>
    <message>
        <source>control edges, from events to the operators that wait for them</source>
        <translation>控制边，从事件到等待它们的算子</translation>
    </message>
    <message>
        <source>durations: each operator was measured alone, so their sum exceeds the real time</source>
        <translation>时长：每个算子单独测量，所以其和超过实际时间</translation>
    </message>
    <message>
        <source>times of instructions that are not operators</source>
        <translation>不是算子的指令的时间</translation>
    </message>
    <message>
        <source>durations: migraphx-driver perf prints them</source>
        <translation>时长：由 migraphx-driver perf 打印</translation>
    </message>
    <message>
        <source>tensors outside of the planned memory, the caller&apos;s: they have 0 bytes (unplanned)</source>
        <translation>规划的内存之外、属于调用者的张量：为 0 字节（不规划）</translation>
    </message>
    <message>
        <source>tensors, with the offsets of their loads</source>
        <translation>张量，带有其加载的偏移</translation>
    </message>
    <message>
        <source>a plan: the program was printed before its memory was planned</source>
        <translation>方案：程序在规划内存之前打印</translation>
    </message>
    <message>
        <source>other listings: the last whole one of a module is taken, with times if it has any</source>
        <translation>其他列表：取一个模块最后一份完整的列表，有时间则带时间</translation>
    </message>
    <message>
        <source>other modules</source>
        <translation>其他模块</translation>
    </message>
    <message>
        <source>other lines</source>
        <translation>其他行</translation>
    </message>
    <message>
        <source>negative dimensions, treated as open</source>
        <translation>负的维度，按未定处理</translation>
    </message>
    <message>
        <source>nodes known before a run, folded into constants that are not planned</source>
        <translation>运行前已知的节点，折叠为不规划的常量</translation>
    </message>
    <message>
        <source>weights (initializers), which stay and are not planned</source>
        <translation>权重（初始化器），一直保留，不规划</translation>
    </message>
    <message>
        <source>outputs of the model that are constants and are not planned</source>
        <translation>模型输出中的常量，不规划</translation>
    </message>
    <message>
        <source>tensors without a size, which count as 0 bytes</source>
        <translation>没有大小的张量，按 0 字节计</translation>
    </message>
    <message>
        <source>tensors to plan</source>
        <translation>要规划的张量</translation>
    </message>
    <message>
        <source>sizes by inference of shapes, where the file has none</source>
        <translation>文件中没有的大小，由形状推断得出</translation>
    </message>
    <message>
        <source>operators run one after another, in the file&apos;s order</source>
        <translation>算子按文件的顺序逐个运行</translation>
    </message>
    <message>
        <source>bodies of the model&apos;s own functions</source>
        <translation>模型自有函数的主体</translation>
    </message>
    <message>
        <source>training graphs</source>
        <translation>训练图</translation>
    </message>
    <message>
        <source>dimensions left open</source>
        <translation>未定的维度</translation>
    </message>
    <message>
        <source>results of Reshape, Identity and the like lie in the bytes of their input</source>
        <translation>Reshape、Identity 等的结果位于其输入的字节中</translation>
    </message>
    <message>
        <source>results of Relu, Add and the like may be written over an input of their size, after its last use</source>
        <translation>Relu、Add 等的结果可以写在同样大小的输入之上，在其最后一次使用之后</translation>
    </message>
    <message>
        <source>unions: their tensors share bytes and are one</source>
        <translation>并集：其张量共享字节，视为一个</translation>
    </message>
    <message>
        <source>unions that no node is sure to write first live from the start</source>
        <translation>没有节点必定最先写入的并集，从一开始就存活</translation>
    </message>
    <message>
        <source>contiguous groups that share tensors with another, left out</source>
        <translation>与其他组共享张量的连续组，略去</translation>
    </message>
    <message>
        <source>contiguous groups</source>
        <translation>连续组</translation>
    </message>
    <message>
        <source>control edges</source>
        <translation>控制边</translation>
    </message>
    <message>
        <source>offsets: all are 0, so SOMAS had planned nothing yet</source>
        <translation>偏移：全部为 0，所以 SOMAS 尚未规划</translation>
    </message>
    <message>
        <source>offsets, as a plan</source>
        <translation>偏移，作为方案</translation>
    </message>
    <message>
        <source>all operators run one after another in the order of their numbers: the cache has only lifetimes</source>
        <translation>所有算子按编号顺序逐个运行：缓存只有生命周期</translation>
    </message>
    <message>
        <source>the cache has no streams, edges, groups, unions and names of operators: beside it lies the dump with all of them, *_info_*.ir</source>
        <translation>缓存没有流、边、组、并集和算子名称：旁边的转储文件 *_info_*.ir 全都有</translation>
    </message>
    <message>
        <source>sections</source>
        <translation>节</translation>
    </message>
    <message>
        <source>merged blocks</source>
        <translation>合并的块</translation>
    </message>
    <message>
        <source>stream groups</source>
        <translation>流的组</translation>
    </message>
    <message>
        <source>parameters: they have memory of their own</source>
        <translation>参数：有自己的内存</translation>
    </message>
    <message>
        <source>tensors padded to less than their size, taken as padded</source>
        <translation>补齐后小于其大小的张量，按补齐后的计</translation>
    </message>
    <message>
        <source>operators that communicate</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>tensors that no node makes are present from the start</source>
        <translation>没有节点产生的张量从一开始就存在</translation>
    </message>
    <message>
        <source>tensors that no node makes: the one at which their life starts does</source>
        <translation>没有节点产生的张量：由其生命开始处的节点产生</translation>
    </message>
    <message>
        <source>control tensors that no node makes</source>
        <translation>没有节点产生的控制张量</translation>
    </message>
    <message>
        <source>nodes that make nothing run on the stream that the log gives</source>
        <translation>不产生任何东西的节点在日志给出的流上运行</translation>
    </message>
    <message>
        <source>sizes are taken as the log has them; newer logs have them without the padding to 512 bytes</source>
        <translation>大小按日志所写；较新的日志不含到 512 字节的补齐</translation>
    </message>
    <message>
        <source>versions of the format that may differ from 2.0</source>
        <translation>可能与 2.0 不同的格式版本</translation>
    </message>
    <message>
        <source>buffers whose offset is not between 0 and 2^53</source>
        <translation>偏移不在 0 与 2^53 之间的缓冲区</translation>
    </message>
    <message>
        <source>pools made of others: what lies in one and in the other is not compared</source>
        <translation>由其他池组成的池：两者之中的内容不作比较</translation>
    </message>
    <message>
        <source>units within nodes: a node is one operator</source>
        <translation>节点内的单元：一个节点是一个算子</translation>
    </message>
    <message>
        <source>cycles of nodes: no clock is told</source>
        <translation>节点的周期数：没有给出时钟</translation>
    </message>
    <message>
        <source>other graphs</source>
        <translation>其他图</translation>
    </message>
    <message>
        <source>nodes, as operators in their order</source>
        <translation>节点，按其顺序作为算子</translation>
    </message>
    <message>
        <source>durations of nodes, measured</source>
        <translation>节点的时长，实测</translation>
    </message>
    <message>
        <source>nodes run one after the other, on one stream</source>
        <translation>节点在一个流上逐个运行</translation>
    </message>
    <message>
        <source>buffers that a node writes again</source>
        <translation>由节点再次写入的缓冲区</translation>
    </message>
    <message>
        <source>buffers that no node of the graph names</source>
        <translation>图中没有节点提到的缓冲区</translation>
    </message>
    <message>
        <source>states: alive from start to end</source>
        <translation>状态：从头到尾存活</translation>
    </message>
    <message>
        <source>parameters, which are not planned</source>
        <translation>参数，不规划</translation>
    </message>
    <message>
        <source>buffers, as tensors with their pools, offsets and alignments</source>
        <translation>缓冲区，作为张量，带有其池、偏移和对齐</translation>
    </message>
    <message>
        <source>results that lie over an input after its last use</source>
        <translation>在输入最后一次使用之后位于其上的结果</translation>
    </message>
    <message>
        <source>buffers in no pool of the file: they have 0 bytes</source>
        <translation>不在文件任何池中的缓冲区：为 0 字节</translation>
    </message>
    <message>
        <source>buffers without an offset, so that the file has no whole plan</source>
        <translation>没有偏移的缓冲区，所以文件没有完整的方案</translation>
    </message>
    <message>
        <source>tensors without a name got one</source>
        <translation>给没有名称的张量取了名</translation>
    </message>
    <message>
        <source>intermediates of operators, which only describe them</source>
        <translation>算子的中间量，只用于描述</translation>
    </message>
    <message>
        <source>OfflineMemoryAllocation does not have an offset a tensor</source>
        <translation>OfflineMemoryAllocation 并非每个张量都有偏移</translation>
    </message>
    <message>
        <source>tensors within the scratch memory of an Ethos-U operator are planned with it</source>
        <translation>Ethos-U 算子暂存内存中的张量随之一起规划</translation>
    </message>
    <message>
        <source>constants, which lie in the model</source>
        <translation>常量，位于模型中</translation>
    </message>
    <message>
        <source>variables, which keep their values between runs in memory of their own</source>
        <translation>变量，在自己的内存中于各次运行之间保持其值</translation>
    </message>
    <message>
        <source>tensors that no operator uses</source>
        <translation>没有算子使用的张量</translation>
    </message>
    <message>
        <source>tensors that no operator makes are present from the start</source>
        <translation>没有算子产生的张量从一开始就存在</translation>
    </message>
    <message>
        <source>results of RESHAPE and the like lie in the bytes of their input</source>
        <translation>RESHAPE 等的结果位于其输入的字节中</translation>
    </message>
    <message>
        <source>results of ADD, RELU and the like may be written over an input of their size, after its last use</source>
        <translation>ADD、RELU 等的结果可以写在同样大小的输入之上，在其最后一次使用之后</translation>
    </message>
    <message>
        <source>offsets that were decided ahead of time, as a plan</source>
        <translation>事先决定的偏移，作为方案</translation>
    </message>
    <message>
        <source>names that are not UTF-8, replaced</source>
        <translation>不是 UTF-8 的名称，已替换</translation>
    </message>
    <message>
        <source>optional inputs that are left out</source>
        <translation>省略的可选输入</translation>
    </message>
    <message>
        <source>an older snapshot: a list of segments without events</source>
        <translation>较旧的快照：没有事件的段列表</translation>
    </message>
    <message>
        <source>parts of the snapshot</source>
        <translation>快照的部分</translation>
    </message>
    <message>
        <source>segments of a kind not known</source>
        <translation>种类未知的段</translation>
    </message>
    <message>
        <source>events that do not record an action</source>
        <translation>没有记录动作的事件</translation>
    </message>
    <message>
        <source>events of other devices</source>
        <translation>其他设备的事件</translation>
    </message>
    <message>
        <source>events without a usable address or size</source>
        <translation>没有可用地址或大小的事件</translation>
    </message>
    <message>
        <source>times of events, as the first event has none that is usable</source>
        <translation>事件的时间，因为第一个事件没有可用的时间</translation>
    </message>
    <message>
        <source>segments without a usable address or size</source>
        <translation>没有可用地址或大小的段</translation>
    </message>
    <message>
        <source>segments without a list of blocks</source>
        <translation>没有块列表的段</translation>
    </message>
    <message>
        <source>blocks of a kind not known</source>
        <translation>种类未知的块</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>blocks in use</source>
        <translation>使用中的块</translation>
    </message>
    <message>
        <source>blocks whose free is pending</source>
        <translation>等待释放的块</translation>
    </message>
    <message>
        <source>free blocks</source>
        <translation>空闲块</translation>
    </message>
    <message>
        <source>traces that are not a list</source>
        <translation>不是列表的轨迹</translation>
    </message>
    <message>
        <source>blocks in a state not known</source>
        <translation>状态未知的块</translation>
    </message>
    <message>
        <source>blocks without a usable address lie behind the one before them</source>
        <translation>没有可用地址的块位于前一个块之后</translation>
    </message>
    <message>
        <source>blocks beyond every address</source>
        <translation>超出所有地址的块</translation>
    </message>
    <message>
        <source>blocks without a usable size are as large as requested</source>
        <translation>没有可用大小的块与请求的一样大</translation>
    </message>
    <message>
        <source>blocks whose whole size was requested</source>
        <translation>整个大小都被请求的块</translation>
    </message>
    <message>
        <source>blocks smaller than what was requested of them</source>
        <translation>小于所请求大小的块</translation>
    </message>
    <message>
        <source>annotations of other devices</source>
        <translation>其他设备的标注</translation>
    </message>
    <message>
        <source>annotations of a kind not known</source>
        <translation>种类未知的标注</translation>
    </message>
    <message>
        <source>annotations, as events have no times</source>
        <translation>标注，因为事件没有时间</translation>
    </message>
    <message>
        <source>annotations without a start or an end: they last from the start or to the end of the record</source>
        <translation>没有开始或结束的标注：从记录的开始或持续到记录的结束</translation>
    </message>
    <message>
        <source>segments of other devices</source>
        <translation>其他设备的段</translation>
    </message>
    <message>
        <source>events and segments without a stream are of stream 0</source>
        <translation>没有流的事件和段属于流 0</translation>
    </message>
    <message>
        <source>events, blocks and segments whose frames are not a list: they have no stack</source>
        <translation>帧不是列表的事件、块和段：没有调用栈</translation>
    </message>
    <message>
        <source>stacks with entries that are not frames: these entries are left out</source>
        <translation>含有非帧条目的调用栈：这些条目被略去</translation>
    </message>
    <message>
        <source>bytes after the end of the pickle</source>
        <translation>pickle 结束之后的字节</translation>
    </message>
    <message>
        <source>an alignment of 512 bytes, to which the caching allocator rounds sizes up</source>
        <translation>对齐为 512 字节，缓存分配器将大小向上取整到它</translation>
    </message>
    <message>
        <source>the order of the events is their order in the file, on one stream</source>
        <translation>事件的顺序是其在文件中的顺序，在一个流上</translation>
    </message>
    <message>
        <source>allocations</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>stack frames</source>
        <translation>栈帧</translation>
    </message>
    <message>
        <source>stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>annotations, as phases of operators</source>
        <translation>标注，作为算子的阶段</translation>
    </message>
    <message>
        <source>times the device was out of memory</source>
        <translation>设备内存不足的次数</translation>
    </message>
    <message>
        <source>stack frames as kinds of tensors, where there are more than 50,000</source>
        <translation>栈帧作为张量种类，因其多于 50,000</translation>
    </message>
    <message>
        <source>allocations, as tensors</source>
        <translation>分配，作为张量</translation>
    </message>
    <message>
        <source>kernels and copies: memory events do not say what uses them</source>
        <translation>内核和复制：内存事件不说明谁在使用</translation>
    </message>
    <message>
        <source>waits of streams: memory events have none</source>
        <translation>流的等待：内存事件没有</translation>
    </message>
    <message>
        <source>memory events of other devices (-1 is the host)</source>
        <translation>其他设备的内存事件（-1 是主机）</translation>
    </message>
    <message>
        <source>allocations that are never freed live until the end</source>
        <translation>从未释放的分配存活到结束</translation>
    </message>
    <message>
        <source>allocations from before the first event live from the start</source>
        <translation>第一个事件之前的分配从一开始就存活</translation>
    </message>
    <message>
        <source>memory events</source>
        <translation>内存事件</translation>
    </message>
    <message>
        <source>events with the time of the event before are put 1 ns after it</source>
        <translation>与前一个事件时间相同的事件放在其后 1 ns</translation>
    </message>
    <message>
        <source>times are nanoseconds from the first memory event</source>
        <translation>时间是从第一个内存事件起的纳秒数</translation>
    </message>
    <message>
        <source>memory events have no streams: all are read as events of one stream, in their order</source>
        <translation>内存事件没有流：全部按其顺序读作一个流的事件</translation>
    </message>
    <message>
        <source>memory events of no bytes</source>
        <translation>零字节的内存事件</translation>
    </message>
    <message>
        <source>allocations end when their address is used again: a free is missing</source>
        <translation>分配在其地址再次使用时结束：缺少一次释放</translation>
    </message>
    <message>
        <source>frees of another size than was allocated</source>
        <translation>释放的大小与分配的不同</translation>
    </message>
    <message>
        <source>kernels of other devices</source>
        <translation>其他设备的内核</translation>
    </message>
    <message>
        <source>kernels, copies and fills, as operators</source>
        <translation>内核、复制和填充，作为算子</translation>
    </message>
    <message>
        <source>kernels whose launch is not in the file go by their own names</source>
        <translation>启动不在文件中的内核使用自己的名称</translation>
    </message>
    <message>
        <source>waits with nothing before or after them</source>
        <translation>前后什么也没有的等待</translation>
    </message>
    <message>
        <source>waits that contradict the recorded times: no control edge</source>
        <translation>与记录的时间矛盾的等待：没有控制边</translation>
    </message>
    <message>
        <source>waits of one stream for another, as control edges</source>
        <translation>一个流对另一个流的等待，作为控制边</translation>
    </message>
    <message>
        <source>events without a duration (arrows, marks, names of processes)</source>
        <translation>没有时长的事件（箭头、标记、进程名称）</translation>
    </message>
    <message>
        <source>events of other categories</source>
        <translation>其他类别的事件</translation>
    </message>
    <message>
        <source>syncs by which the host waits</source>
        <translation>主机等待的同步</translation>
    </message>
    <message>
        <source>tensors without a device: not planned</source>
        <translation>没有设备的张量：不规划</translation>
    </message>
    <message>
        <source>uses of tensors of the host</source>
        <translation>对主机张量的使用</translation>
    </message>
    <message>
        <source>waits with no kernel before or after them: no control edge</source>
        <translation>前后没有内核的等待：没有控制边</translation>
    </message>
    <message>
        <source>waits of the kernel launched next for the kernel launched last, which had ended: control edges</source>
        <translation>下一个启动的内核等待最后启动且已结束的内核：控制边</translation>
    </message>
    <message>
        <source>storages from before the step (weights, state, inputs): not planned</source>
        <translation>该步之前的存储（权重、状态、输入）：不规划</translation>
    </message>
    <message>
        <source>kernels, as operators</source>
        <translation>内核，作为算子</translation>
    </message>
    <message>
        <source>control edges, each of one or more of these waits</source>
        <translation>控制边，每条来自一个或多个这样的等待</translation>
    </message>
    <message>
        <source>a kernel that writes a storage without reading it begins a new tensor there</source>
        <translation>写入存储而不读取它的内核在那里开始一个新张量</translation>
    </message>
    <message>
        <source>values of the buffer assignment</source>
        <translation>缓冲区分配的值</translation>
    </message>
    <message>
        <source>lines of the buffer assignment</source>
        <translation>缓冲区分配的行</translation>
    </message>
    <message>
        <source>buffers whose id is another&apos;s, too</source>
        <translation>id 与另一个相同的缓冲区</translation>
    </message>
    <message>
        <source>places for buffers that are not in the table, or have one already</source>
        <translation>不在表中或已有位置的缓冲区的位置</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>buffers that each thread has for itself</source>
        <translation>每个线程独有的缓冲区</translation>
    </message>
    <message>
        <source>buffers that are assigned no memory</source>
        <translation>没有分配内存的缓冲区</translation>
    </message>
    <message>
        <source>buffers that the heap simulator lets share another&apos;s memory</source>
        <translation>堆模拟器让其共享另一个内存的缓冲区</translation>
    </message>
    <message>
        <source>events of buffers that are not in the table</source>
        <translation>不在表中的缓冲区的事件</translation>
    </message>
    <message>
        <source>lifetimes from the heap simulator&apos;s trace</source>
        <translation>生命周期，来自堆模拟器的轨迹</translation>
    </message>
    <message>
        <source>lifetimes from the dump of live ranges</source>
        <translation>生命周期，来自存活区间的转储</translation>
    </message>
    <message>
        <source>parameters whose memory results may take over after their last use</source>
        <translation>最后一次使用后其内存可由结果接管的参数</translation>
    </message>
    <message>
        <source>parameters are the caller&apos;s and last throughout</source>
        <translation>参数属于调用者，始终存在</translation>
    </message>
    <message>
        <source>buffers without a known lifetime last throughout</source>
        <translation>没有已知生命周期的缓冲区始终存在</translation>
    </message>
    <message>
        <source>results, which last until the end</source>
        <translation>结果，持续到结束</translation>
    </message>
    <message>
        <source>buffers without a trace last from the instruction that makes them to the last that reads them</source>
        <translation>没有轨迹的缓冲区从产生它的指令持续到最后读取它的指令</translation>
    </message>
    <message>
        <source>buffers that a loop or branch carries on in the same place</source>
        <translation>循环或分支在同一位置继续携带的缓冲区</translation>
    </message>
    <message>
        <source>results that lie where their instruction last reads are written in place</source>
        <translation>位于其指令最后读取之处的结果，就地写入</translation>
    </message>
    <message>
        <source>without a buffer assignment each array that an instruction makes is a tensor, as large as its shape padded to the first tile</source>
        <translation>没有缓冲区分配时，指令产生的每个数组是一个张量，大小为其形状补齐到第一个分块</translation>
    </message>
    <message>
        <source>tensors that tiles make longer</source>
        <translation>因分块而变长的张量</translation>
    </message>
    <message>
        <source>instructions run in the order of the file, which has no schedule</source>
        <translation>指令按文件的顺序运行，文件没有调度</translation>
    </message>
    <message>
        <source>which instruction reads which buffer: the module&apos;s tuples are too large</source>
        <translation>哪条指令读取哪个缓冲区：模块的元组太大</translation>
    </message>
    <message>
        <source>instructions that start work beside the others, which others wait for</source>
        <translation>与其他指令并行启动工作、由其他指令等待的指令</translation>
    </message>
    <message>
        <source>work that is started runs on a stream of its kind, behind what was started before it</source>
        <translation>启动的工作在其种类的流上运行，排在之前启动的工作之后</translation>
    </message>
    <message>
        <source>instructions, in the order in which they run</source>
        <translation>指令，按其运行的顺序</translation>
    </message>
    <message>
        <source>durations of instructions</source>
        <translation>指令的时长</translation>
    </message>
    <message>
        <source>instructions that ran on another stream wait for the one before, as the schedule has it</source>
        <translation>在另一个流上运行的指令按调度等待前一条</translation>
    </message>
    <message>
        <source>control predecessors</source>
        <translation>控制前驱</translation>
    </message>
    <message>
        <source>allocations lie one after the other in one memory, each at a multiple of 256</source>
        <translation>分配在一个内存中一个接一个地放置，各位于 256 的倍数处</translation>
    </message>
    <message>
        <source>results that may take over a parameter&apos;s memory</source>
        <translation>可以接管参数内存的结果</translation>
    </message>
    <message>
        <source>results that must lie where a parameter lies</source>
        <translation>必须位于参数所在之处的结果</translation>
    </message>
    <message>
        <source>files beside the one that was opened</source>
        <translation>与打开的文件在一起的文件</translation>
    </message>
    <message>
        <source>computations of the module</source>
        <translation>模块的计算</translation>
    </message>
    <message>
        <source>instructions in all computations</source>
        <translation>所有计算中的指令</translation>
    </message>
    <message>
        <source>the heap simulator&apos;s trace, which only the HloProto has: --xla_dump_hlo_as_proto</source>
        <translation>堆模拟器的轨迹，只有 HloProto 有：--xla_dump_hlo_as_proto</translation>
    </message>
    <message>
        <source>values of instructions that the file beside it does not have</source>
        <translation>旁边的文件没有的指令的值</translation>
    </message>
    <message>
        <source>lines of live ranges that name nothing of the module or the assignment</source>
        <translation>存活区间中没有提到模块或分配的任何内容的行</translation>
    </message>
    <message>
        <source>which instruction reads which buffer: the module is not beside the others</source>
        <translation>哪条指令读取哪个缓冲区：模块不在其他文件旁边</translation>
    </message>
    <message>
        <source>lifetimes: the buffer assignment has sizes and offsets alone, so every tensor lasts throughout and no plan is shown; put the module of the same name beside it</source>
        <translation>生命周期：缓冲区分配只有大小和偏移，所以每个张量始终存在，也不显示方案；请把同名的模块放在旁边</translation>
    </message>
    <message>
        <source>planes of the profile</source>
        <translation>剖析的平面</translation>
    </message>
    <message>
        <source>modules of the profile</source>
        <translation>剖析的模块</translation>
    </message>
    <message>
        <source>devices on which nothing ran</source>
        <translation>什么也没有运行的设备</translation>
    </message>
    <message>
        <source>module whose memory is the largest is the one to show</source>
        <translation>显示内存最大的模块</translation>
    </message>
    <message>
        <source>other modules of the profile</source>
        <translation>剖析的其他模块</translation>
    </message>
    <message>
        <source>durations: no device of the profile ran the module</source>
        <translation>时长：剖析中没有设备运行该模块</translation>
    </message>
    <message>
        <source>other devices that ran the module</source>
        <translation>运行该模块的其他设备</translation>
    </message>
    <message>
        <source>operators of events that the module does not have</source>
        <translation>事件中有而模块没有的算子</translation>
    </message>
    <message>
        <source>operators that ran on several streams are on the first of them</source>
        <translation>在多个流上运行的算子归于第一个流</translation>
    </message>
    <message>
        <source>operators with events</source>
        <translation>有事件的算子</translation>
    </message>
    <message>
        <source>events of other modules, or of none</source>
        <translation>其他模块的事件，或不属于任何模块的事件</translation>
    </message>
    <message>
        <source>streams whose events overlap by more than a hundredth</source>
        <translation>事件重叠超过百分之一的流</translation>
    </message>
    <message>
        <source>tensors of GraphAll: never reused</source>
        <translation>GraphAll 的张量：从不重用</translation>
    </message>
    <message>
        <source>tensors of GraphStart: live from the start</source>
        <translation>GraphStart 的张量：从一开始就存活</translation>
    </message>
    <message>
        <source>tensors of GraphEnd: live until the end</source>
        <translation>GraphEnd 的张量：存活到结束</translation>
    </message>
    <message>
        <source>tensors without an edge live until the node where their life ends</source>
        <translation>没有边的张量存活到其生命结束处的节点</translation>
    </message>
    <message>
        <source>tensors without an edge live until the end</source>
        <translation>没有边的张量存活到结束</translation>
    </message>
    <message>
        <source>waits between two kernels of one stream: no control edge</source>
        <translation>同一个流的两个内核之间的等待：没有控制边</translation>
    </message>
    <message>
        <source>waits between two kernels that ran at the same time: no control edge</source>
        <translation>同时运行的两个内核之间的等待：没有控制边</translation>
    </message>
    <message>
        <source>the program that infers shapes, stowage-infer-shapes, is not installed</source>
        <translation>推断形状的程序 stowage-infer-shapes 没有安装</translation>
    </message>
    <message>
        <source>sizes of tensors are the requested ones rounded up to 512 bytes, as the allocator does</source>
        <translation>张量大小是请求的大小向上取整到 512 字节，与分配器相同</translation>
    </message>
    <message>
        <source>there are no events: every allocation is taken to live all the time</source>
        <translation>没有事件：每个分配都视为始终存活</translation>
    </message>
    <message>
        <source>an allocation lives until its free is completed, when its stream has finished with it</source>
        <translation>分配存活到其释放完成，即其流用完它时</translation>
    </message>
    <message>
        <source>offsets of the plan are the addresses, with the gaps between segments closed</source>
        <translation>方案的偏移就是地址，段之间的间隙已合拢</translation>
    </message>
    <message>
        <source>allocations present at the end and never made in the record: they are present from the start</source>
        <translation>结束时存在、记录中从未创建的分配：从一开始就存在</translation>
    </message>
    <message>
        <source>allocations freed and never made in the record: they are present from the start</source>
        <translation>被释放、记录中从未创建的分配：从一开始就存在</translation>
    </message>
    <message>
        <source>allocations without a readable event, but perhaps with a damaged event: they are taken to be present from the start</source>
        <translation>没有可读事件、但可能有损坏事件的分配：视为从一开始就存在</translation>
    </message>
    <message>
        <source>allocations freed and never made since the free before: they begin at that free</source>
        <translation>被释放、而自上次释放以来从未创建的分配：从那次释放开始</translation>
    </message>
    <message>
        <source>frees that are completed and were never requested</source>
        <translation>已完成而从未请求的释放</translation>
    </message>
    <message>
        <source>allocations that end where their address is handed out again</source>
        <translation>在其地址再次分出之处结束的分配</translation>
    </message>
    <message>
        <source>blocks at the end that were freed last: they begin at that free</source>
        <translation>结束时存在而最后被释放的块：从那次释放开始</translation>
    </message>
    <message>
        <source>segments that end where their addresses are mapped again</source>
        <translation>在其地址再次映射之处结束的段</translation>
    </message>
    <message>
        <source>allocations whose event has no size: they have the size of their free or their block</source>
        <translation>事件没有大小的分配：取其释放或其块的大小</translation>
    </message>
    <message>
        <source>frees and blocks of another size than was allocated: the size of the allocation counts</source>
        <translation>大小与分配不同的释放和块：以分配的大小为准</translation>
    </message>
    <message>
        <source>allocations over memory that is in use</source>
        <translation>位于使用中内存之上的分配</translation>
    </message>
    <message>
        <source>segments over another segment</source>
        <translation>位于另一个段之上的段</translation>
    </message>
    <message>
        <source>allocations outside every segment</source>
        <translation>在所有段之外的分配</translation>
    </message>
    <message>
        <source>blocks at an address that another block has: they are taken for one</source>
        <translation>与另一个块地址相同的块：视为同一个</translation>
    </message>
    <message>
        <source>frees requested twice</source>
        <translation>请求了两次的释放</translation>
    </message>
    <message>
        <source>allocations that no free ends and that are in no block at the end: they are kept</source>
        <translation>没有释放结束、最后也不在任何块中的分配：予以保留</translation>
    </message>
    <message>
        <source>contiguous groups, which the cache only counts</source>
        <translation>连续组，缓存只有其数目</translation>
    </message>
    <message>
        <source>unions, which the cache only counts</source>
        <translation>并集，缓存只有其数目</translation>
    </message>
    <message>
        <source>streams, which the cache only counts</source>
        <translation>流，缓存只有其数目</translation>
    </message>
    <message>
        <source>operators without a time: skipped</source>
        <translation>没有时间的算子：略过</translation>
    </message>
    <message>
        <source>kernels without a time or a stream: skipped</source>
        <translation>没有时间或流的内核：略过</translation>
    </message>
    <message>
        <source>calls without a time or a correlation: skipped</source>
        <translation>没有时间或关联号的调用：略过</translation>
    </message>
    <message>
        <source>waits of a stream for an unknown event: skipped</source>
        <translation>流对未知事件的等待：略过</translation>
    </message>
    <message>
        <source>memory events without a time, an address or a size: skipped</source>
        <translation>没有时间、地址或大小的内存事件：略过</translation>
    </message>
    <message>
        <source>offsets and sizes are planned at multiples of %1 bytes, as ExecuTorch&apos;s planner does</source>
        <translation>偏移和大小按 %1 字节的倍数规划，与 ExecuTorch 的规划器相同</translation>
    </message>
    <message>
        <source>from allocation to del, buffers need %1 bytes at once, inputs aside</source>
        <translation>从分配到 del，缓冲区同时最多需要 %1 字节，不计输入</translation>
    </message>
    <message>
        <source>estimated times: there are %1 for %2 operators</source>
        <translation>估计的时间：有 %1 个，而算子有 %2 个</translation>
    </message>
    <message>
        <source>estimated times: their record is damaged</source>
        <translation>估计的时间：其记录已损坏</translation>
    </message>
    <message>
        <source>graphs that cannot be read: %1</source>
        <translation>无法读取的图：%1</translation>
    </message>
    <message>
        <source>bytes of inputs, as far as they are known: %1</source>
        <translation>输入的字节数（就已知的而言）：%1</translation>
    </message>
    <message>
        <source>there is no header: the columns are id, lower, upper, size</source>
        <translation>没有表头：各列为 id、lower、upper、size</translation>
    </message>
    <message>
        <source>there is no header: the columns are id, lower, upper, size, offset</source>
        <translation>没有表头：各列为 id、lower、upper、size、offset</translation>
    </message>
    <message>
        <source>there is no header: the columns are id, lower, upper, size, alignment, offset</source>
        <translation>没有表头：各列为 id、lower、upper、size、alignment、offset</translation>
    </message>
    <message>
        <source>views of constants</source>
        <translation>常量的视图</translation>
    </message>
    <message>
        <source>views: their operator moves no bytes, so they are their first argument</source>
        <translation>视图：其算子不移动字节，所以与第一个参数相同</translation>
    </message>
    <message>
        <source>the dump says that its plan needs %1 bytes; the offsets end at %2</source>
        <translation>转储文件称其方案需要 %1 字节；偏移止于 %2</translation>
    </message>
    <message>
        <source>sizes are padded as MindSpore pads them, to multiples of 512 bytes: %1 bytes more than the tensors hold</source>
        <translation>大小按 MindSpore 的方式补齐到 512 字节的倍数：比张量本身多 %1 字节</translation>
    </message>
    <message>
        <source>%1: they count cycles, and no clock is told</source>
        <translation>%1：以周期计数，而没有给出时钟</translation>
    </message>
    <message>
        <source>%1 events make %2 step, and a tensor lasts from the first to the last event of its steps; unsafe pairs and the peak stay</source>
        <translation>%1 个事件合为 %2 步，张量从其各步的第一个事件持续到最后一个；不安全对和峰值不变</translation>
    </message>
    <message>
        <source>%1 events make %2 steps, and a tensor lasts from the first to the last event of its steps; unsafe pairs and the peak stay</source>
        <translation>%1 个事件合为 %2 步，张量从其各步的第一个事件持续到最后一个；不安全对和峰值不变</translation>
    </message>
    <message>
        <source>open dimensions have the lengths stored in the file</source>
        <translation>未定维度取文件中存储的长度</translation>
    </message>
    <message>
        <source>open dimensions without a stored length count as 1</source>
        <translation>没有存储长度的未定维度按 1 计</translation>
    </message>
    <message>
        <source>offsets are multiples of %1 bytes, as in the arena of TFLite Micro</source>
        <translation>偏移是 %1 字节的倍数，与 TFLite Micro 的内存区相同</translation>
    </message>
    <message>
        <source>offsets are multiples of %1 bytes, as in the arena of TFLite</source>
        <translation>偏移是 %1 字节的倍数，与 TFLite 的内存区相同</translation>
    </message>
    <message>
        <source>events: other actions</source>
        <translation>事件：其他动作</translation>
    </message>
    <message>
        <source>events: %1</source>
        <translation>事件：%1</translation>
    </message>
    <message>
        <source>events without a time: they take the latest time before them</source>
        <translation>没有时间的事件：取其之前最晚的时间</translation>
    </message>
    <message>
        <source>events with an invalid time: they take the latest time before them</source>
        <translation>时间无效的事件：取其之前最晚的时间</translation>
    </message>
    <message>
        <source>events whose time goes back: they take the latest time before them</source>
        <translation>时间倒退的事件：取其之前最晚的时间</translation>
    </message>
    <message>
        <source>fields &quot;%1&quot;</source>
        <translation>字段 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the %1 streams run in the order of the file, each waiting for the others, so one stream may reuse the memory of another</source>
        <translation>%1 个流按文件中的顺序运行并互相等待，所以一个流可以重用另一个流的内存</translation>
    </message>
    <message>
        <source>nothing orders the %1 streams, so no stream reuses the memory of another; the order of the events of one stream is their order in the file</source>
        <translation>%1 个流之间没有顺序，所以没有流重用另一个流的内存；同一个流的事件按文件中的顺序</translation>
    </message>
    <message>
        <source>segments without a readable event, but perhaps with a damaged event: they are present from the start</source>
        <translation>没有可读事件、但可能有损坏事件的段：从一开始就存在</translation>
    </message>
    <message>
        <source>segments never made in the record: they are present from the start</source>
        <translation>记录中从未创建的段：从一开始就存在</translation>
    </message>
    <message>
        <source>nothing was allocated: the snapshot is empty</source>
        <translation>什么也没有分配：快照为空</translation>
    </message>
    <message>
        <source>nothing was allocated</source>
        <translation>什么也没有分配</translation>
    </message>
    <message>
        <source>the bytes used: the file says %1, its allocations add up to %2</source>
        <translation>使用的字节：文件称 %1，其分配之和为 %2</translation>
    </message>
    <message>
        <source>results that lie in what their instruction updates, or in a parameter, stay there</source>
        <translation>位于其指令所更新之处或参数之中的结果，留在原处</translation>
    </message>
    <message>
        <source>results that lie where their instruction last reads may be written in place</source>
        <translation>位于其指令最后读取之处的结果，可以就地写入</translation>
    </message>
    <message>
        <source>an alignment of %1 bytes: every offset is a multiple of it</source>
        <translation>对齐为 %1 字节：每个偏移都是它的倍数</translation>
    </message>
    <message>
        <source>tensors, with the place that XLA assigned them</source>
        <translation>张量，带有 XLA 分配的位置</translation>
    </message>
    <message>
        <source>tensors, without a place</source>
        <translation>张量，没有位置</translation>
    </message>
    <message>
        <source>events of the module on %1</source>
        <translation>%1 上该模块的事件</translation>
    </message>
    <message>
        <source>runs of the module: a duration is the mean of them</source>
        <translation>模块的运行：时长取其平均值</translation>
    </message>
    <message>
        <source>runs of the module, by the kernels that all operators have in common: a duration is the mean of them</source>
        <translation>模块的运行，按所有算子共有的内核：时长取其平均值</translation>
    </message>
    <message>
        <source>the events of all runs take %1 ps</source>
        <translation>所有运行的事件共用 %1 ps</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>device %1, stream %2</source>
        <translation>设备 %1，流 %2</translation>
    </message>
    <message>
        <source>device %1, streams %2</source>
        <translation>设备 %1，流 %2</translation>
    </message>
    <message>
        <source>offsets of members of a union that differ from the first member&apos;s</source>
        <translation>联合体成员的偏移与首个成员的不同</translation>
    </message>
    <message>
        <source>the offline log lacks control edges, unions, parameters, offsets, operator names, and operators without tensors; the dump *_info_*.ir beside it has them</source>
        <translation>离线日志缺少控制边、联合体、参数、偏移、算子名称和没有张量的算子；旁边的转储 *_info_*.ir 中有这些内容</translation>
    </message>
    <message>
        <source>tensors whose offset is decided at run time: the other offsets are not a whole plan</source>
        <translation>偏移在运行时才确定的张量：其余偏移不构成完整的方案</translation>
    </message>
    <message>
        <source>durations were measured on the kernels</source>
        <translation>时长为核函数的实测值</translation>
    </message>
    <message>
        <source>memory belongs to the host (device -1)</source>
        <translation>内存属于主机（设备 -1）</translation>
    </message>
    <message>
        <source>memory belongs to device %1</source>
        <translation>内存属于设备 %1</translation>
    </message>
    <message>
        <source>kernels launched outside of host operators go by their own names</source>
        <translation>在主机算子之外启动的内核使用自己的名称</translation>
    </message>
    <message>
        <source>waits on other devices</source>
        <translation>其他设备上的等待</translation>
    </message>
    <message>
        <source>waits beside kernels of other devices</source>
        <translation>与其他设备的内核相邻的等待</translation>
    </message>
    <message>
        <source>results may be written over an operand of their shape that nothing needs later, as XLA does</source>
        <translation>结果可以覆写形状相同且之后不再需要的操作数，与 XLA 的做法一致</translation>
    </message>
    <message>
        <source>parameters that are given away</source>
        <translation>交出内存的参数</translation>
    </message>
    <message>
        <source>the device had %1 bytes reserved at its peak</source>
        <translation>设备在峰值时保留了 %1 字节</translation>
    </message>
    <message>
        <source>the device had %1 bytes allocated at its peak</source>
        <translation>设备在峰值时分配了 %1 字节</translation>
    </message>
    <message>
        <source>of the %1 bytes allocated at the peak, blocks with events need %2 at once; blocks without an event are not planned</source>
        <translation>峰值时分配的 %1 字节中，有事件的块同时需要 %2 字节；没有事件的块不参与规划</translation>
    </message>
    <message>
        <source>an alignment of 64 bytes, to which torch.compile rounds sizes up within a pool</source>
        <translation>对齐为 64 字节：torch.compile 在内存池中把大小向上取整到它的倍数</translation>
    </message>
    <message>
        <source>tensors that depend on weights alone, constants that are not planned</source>
        <translation>只依赖权重的张量：是常量，不参与规划</translation>
    </message>
    <message>
        <source>bytes of weights and other constants, which are not planned</source>
        <translation>权重和其他常量的字节数，不参与规划</translation>
    </message>
    <message>
        <source>constants without a size, of which no bytes are counted</source>
        <translation>大小未知的常量，其字节未计入</translation>
    </message>
    <message>
        <source>buffers that last longer by their epochs than by the nodes&apos; lists</source>
        <translation>按 epoch 比按节点列表存活更久的缓冲区</translation>
    </message>
    <message>
        <source>buffers that no node writes start with the node of their first epoch</source>
        <translation>没有节点写入的缓冲区，从其首个 epoch 所在的节点开始</translation>
    </message>
    <message>
        <source>epochs of buffers, which do not rise with the nodes: lifetimes come from the nodes alone</source>
        <translation>缓冲区的 epoch 不随节点递增：生命周期只取自节点</translation>
    </message>
    <message>
        <source>signatures, each a second name of its subgraph</source>
        <translation>签名，每个都是其子图的别名</translation>
    </message>
    <message>
        <source>tensors of an unknown type, or whose size is known only at run time, which are not counted</source>
        <translation>类型未知或大小只在运行时才知道的张量，不计入</translation>
    </message>
    <message>
        <source>tensors of a type or shape without a known size, which are not counted</source>
        <translation>类型或形状没有已知大小的张量，不计入</translation>
    </message>
    <message>
        <source>tensors of a type without a fixed size, which are not counted</source>
        <translation>类型没有固定大小的张量，不计入</translation>
    </message>
    <message>
        <source>allocations of unknown size, which are not counted</source>
        <translation>大小未知的分配，不计入</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>tensors that are written in parts with gaps, or as a whole, too: nothing keeps the parts together</source>
        <translation>分部分写入但有空隙，或同时也整体写入的张量：没有什么使各部分保持在一起</translation>
    </message>
    <message>
        <source>the model is too large for the inference of shapes</source>
        <translation>模型过大，无法推断形状</translation>
    </message>
    <message>
        <source>the inference of shapes took too long</source>
        <translation>形状推断耗时过长</translation>
    </message>
    <message>
        <source>the inference of shapes was ended by signal %1</source>
        <translation>形状推断被信号 %1 终止</translation>
    </message>
    <message>
        <source>the inference of shapes failed with code %1</source>
        <translation>形状推断失败，代码 %1</translation>
    </message>
    <message>
        <source>jumps over a branch: all branches count as if they run one after the other</source>
        <translation>跳过分支的跳转：所有分支都按依次运行计算</translation>
    </message>
    <message>
        <source>bodies of If, Loop and Scan</source>
        <translation>If、Loop 和 Scan 的主体</translation>
    </message>
    <message>
        <source>operators in bodies</source>
        <translation>主体中的算子</translation>
    </message>
    <message>
        <source>tensors that only bodies have</source>
        <translation>仅属于主体的张量</translation>
    </message>
    <message>
        <source>bodies of other operators, which are not planned</source>
        <translation>其他算子的主体，不参与规划</translation>
    </message>
    <message>
        <source>operators in bodies of loops and branches</source>
        <translation>循环和分支主体中的算子</translation>
    </message>
    <message>
        <source>tensors in bodies of loops and branches</source>
        <translation>循环和分支主体中的张量</translation>
    </message>
    <message>
        <source>loops, with their condition and body</source>
        <translation>循环，含其条件和主体</translation>
    </message>
    <message>
        <source>choices, with their branches</source>
        <translation>选择，含其分支</translation>
    </message>
    <message>
        <source>calls of a subgraph, read as a branch that always runs</source>
        <translation>对子图的调用，作为总是运行的分支</translation>
    </message>
    <message>
        <source>results that a loop never changes lie in the bytes of its inputs</source>
        <translation>循环中从不改变的结果位于循环输入的字节中</translation>
    </message>
    <message>
        <source>inputs of bodies that are constants outside</source>
        <translation>主体的输入，在外部是常量</translation>
    </message>
    <message>
        <source>offsets of tensors in bodies: the other offsets are not a whole plan</source>
        <translation>主体中张量的偏移量：其余张量的偏移量不是完整的规划</translation>
    </message>
    <message>
        <source>buffers of loops and branches: tuples lie in tuples</source>
        <translation>循环和分支得到哪些缓冲区：元组中含有元组</translation>
    </message>
    <message>
        <source>buffers that each instruction of a body reads: tuples are too large</source>
        <translation>主体中哪条指令读取哪个缓冲区：元组过大</translation>
    </message>
    <message>
        <source>calls of a computation, read as a branch that always runs</source>
        <translation>对计算的调用，作为总是运行的分支</translation>
    </message>
    <message>
        <source>buffers that a loop carries</source>
        <translation>循环携带哪些缓冲区</translation>
    </message>
    <message>
        <source>bodies of loops and branches: their buffers lie in several memory spaces</source>
        <translation>循环和分支的主体：其缓冲区位于多个内存空间</translation>
    </message>
    <message>
        <source>bodies of loops and branches</source>
        <translation>循环与分支的体</translation>
    </message>
</context>
<context>
    <name>stowage::Imports</name>
    <message>
        <source>sizes depend on the open dimensions %1</source>
        <translation>有些大小取决于未定的维度 %1</translation>
    </message>
    <message numerus="yes">
        <source>nothing orders its %Ln stream(s), so no stream reuses the memory of another</source>
        <translation>
            <numerusform>没有任何东西规定其 %Ln 个流的先后，因此任何流都不复用其他流的内存</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the plan in it is not safe: %Ln violation(s)</source>
        <translation>
            <numerusform>其中的方案不安全：%Ln 处违例</numerusform>
        </translation>
    </message>
    <message>
        <source>Violations…</source>
        <translation>违例…</translation>
    </message>
    <message>
        <source>Reading options…</source>
        <translation>读取选项…</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 is not a safe plan for this graph: %Ln violation(s).</source>
        <translation>
            <numerusform>%1 对此计算图不是安全的方案：有 %Ln 处违例。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, our best %3</source>
        <translation>%1 %2，我们的最佳 %3</translation>
    </message>
    <message>
        <source>%1: saves %2 (%3)</source>
        <translation>%1：节省 %2（%3）</translation>
    </message>
    <message>
        <source>%1: larger by %2</source>
        <translation>%1：大 %2</translation>
    </message>
    <message>
        <source>%1, %2 free</source>
        <translation>%1，空闲 %2</translation>
    </message>
    <message>
        <source>%1 (the first of %L2 times)</source>
        <translation>%1（共 %L2 次中的第一次）</translation>
    </message>
    <message>
        <source>reserved %1, our best %2 without reuse between streams</source>
        <translation>已保留 %1，我们的最佳方案 %2（流之间不重用）</translation>
    </message>
    <message>
        <source>reserved %1, our best %2 in the host&apos;s order</source>
        <translation>已保留 %1，我们的最佳方案 %2（按主机的顺序）</translation>
    </message>
    <message>
        <source>reserved %1, our best %2</source>
        <translation>已保留 %1，我们的最佳方案 %2</translation>
    </message>
    <message>
        <source>device %1 ran out of memory at event %L2: %3 requested</source>
        <translation>设备 %1 在事件 %L2 处内存不足：请求 %3</translation>
    </message>
    <message numerus="yes">
        <source>the file has %Ln device(s); device %1 is shown</source>
        <translation>
            <numerusform>文件中有 %Ln 个设备；显示的是设备 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the file has %Ln device(s); one is shown</source>
        <translation>
            <numerusform>文件中有 %Ln 个设备；显示其中之一</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the same</source>
        <translation>%1：相同</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between clauses</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1: assumed</source>
        <translation>%1：假定</translation>
    </message>
    <message>
        <source>Import durations</source>
        <translation>导入时长</translation>
    </message>
    <message>
        <source>Durations of %1</source>
        <translation>%1 的时长</translation>
    </message>
    <message>
        <source>No durations: %1</source>
        <translation>没有时长：%1</translation>
    </message>
    <message>
        <source>Reading durations…</source>
        <translation>正在读取时长…</translation>
    </message>
    <message>
        <source>Durations (*.csv *.json *.etdp);;All files (*)</source>
        <translation>时长 (*.csv *.json *.etdp);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Set open dimensions, device and stream order, then read the file again</source>
        <translation>设置未定的维度、设备和流的顺序，然后重新读取文件</translation>
    </message>
    <message>
        <source>This file needs no reading options</source>
        <translation>打开的文件没有可选项：文件自身已说明一切</translation>
    </message>
    <message>
        <source>Sizes of tensors</source>
        <translation>张量的大小</translation>
    </message>
    <message>
        <source>Sizes (*.csv);;All files (*)</source>
        <translation>大小 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>No sizes: %1</source>
        <translation>没有读入大小：%1</translation>
    </message>
    <message>
        <source>Reading sizes…</source>
        <translation>正在读取大小…</translation>
    </message>
</context>
<context>
    <name>stowage::ImproveModel</name>
    <message>
        <source>What</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>The change to make</source>
        <translation>要做的改动</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>How much memory the change saves</source>
        <translation>改动节省多少内存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>How much longer the makespan becomes</source>
        <translation>改动后总时长增加多少</translation>
    </message>
    <message>
        <source>Est. time</source>
        <translation>估计时间</translation>
    </message>
</context>
<context>
    <name>stowage::ImprovePane</name>
    <message>
        <source>Measuring savings…</source>
        <translation>正在测量可节省的内存…</translation>
    </message>
    <message>
        <source>The savings found so far are kept.</source>
        <translation>保留目前找到的节省办法。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Ways to need less memory</source>
        <translation>减少内存占用的办法</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Choose streams that get no further operators</source>
        <translation>选择不再接受算子的流</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>Syncs</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Changes that save memory, each measured</source>
        <translation>节省内存的改动，每项都经过测量</translation>
    </message>
    <message>
        <source>Several edits at once: memory against time</source>
        <translation>一次多处编辑：内存与时间</translation>
    </message>
    <message>
        <source>What the streams and each sync cost in memory</source>
        <translation>各条流和每个同步占用的内存</translation>
    </message>
    <message>
        <source>Streams (%L1)</source>
        <translation>流 (%L1)</translation>
    </message>
    <message>
        <source>Improv&amp;e: front…</source>
        <translation>改进：前沿(&amp;E)…</translation>
    </message>
    <message>
        <source>Export image of the front of footprint and time</source>
        <translation>导出占用与时间前沿的图像</translation>
    </message>
    <message>
        <source>Open a graph to see how it could need less memory.</source>
        <translation>打开一个计算图，查看如何减少其内存占用。</translation>
    </message>
    <message numerus="yes">
        <source>Savings are unknown: %Ln tensor(s) of unknown size.</source>
        <translation>
            <numerusform>可节省多少未知：%Ln 个张量的大小未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>Savings are unknown: the offsets of the plan shown were assumed.</source>
        <translation>可节省多少未知：所示方案的偏移是假设的。</translation>
    </message>
    <message>
        <source>Savings are unknown: the plan shown is not safe.</source>
        <translation>节省量未知：所显示的计划不安全。</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Savings are measured once the graph is planned.</source>
        <translation>计算图规划完成后开始测量。</translation>
    </message>
    <message>
        <source>Large graph: press Run to see how it could need less memory.</source>
        <translation>图较大：请点击“运行”，查看如何减少内存。</translation>
    </message>
    <message>
        <source>Measuring: %1…</source>
        <translation>正在测量：%1…</translation>
    </message>
    <message>
        <source>Nothing found: the footprint equals the bound.</source>
        <translation>没有找到：占用等于下界。</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>Stopped before these were measured: %1.</source>
        <translation>在测量以下各项之前已停止：%1。</translation>
    </message>
    <message>
        <source>Incomplete at the time limit: %1.</source>
        <translation>限定时间内未能测量完：%1。</translation>
    </message>
    <message>
        <source>An edit is being made.</source>
        <translation>正在进行编辑。</translation>
    </message>
    <message>
        <source>Changes are known once the graph is planned.</source>
        <translation>计算图规划完成后才有改动可选。</translation>
    </message>
    <message>
        <source>The changes are being measured.</source>
        <translation>正在测量改动。</translation>
    </message>
    <message>
        <source>All changes were measured.</source>
        <translation>所有改动都已测量。</translation>
    </message>
    <message>
        <source>Select a change to see what it assumes and costs.</source>
        <translation>选择一项改动，查看其前提和代价。</translation>
    </message>
    <message>
        <source>Select a change first.</source>
        <translation>请先选择一项改动。</translation>
    </message>
    <message>
        <source>Click a point first.</source>
        <translation>请先点击一个点。</translation>
    </message>
    <message>
        <source>Choose a change or a point first, on the pages before this.</source>
        <translation>请先在前面的页面中选择一项改动或一个点。</translation>
    </message>
    <message>
        <source>Make the selected change; Undo reverts it</source>
        <translation>执行选中的改动；可用“撤销”恢复</translation>
    </message>
    <message>
        <source>It is previewed now.</source>
        <translation>现在正在预览它。</translation>
    </message>
    <message>
        <source>Show the selected change in every view (Return)</source>
        <translation>在所有视图中显示选中的改动（回车）</translation>
    </message>
    <message>
        <source>Remove the previewed change</source>
        <translation>取消预览的改动</translation>
    </message>
    <message>
        <source>Nothing is previewed.</source>
        <translation>没有预览任何改动。</translation>
    </message>
    <message>
        <source>Plan each change, and look for more syncs for up to a minute</source>
        <translation>为每项改动规划，并用最多一分钟寻找更多同步</translation>
    </message>
    <message>
        <source>Find edits that trade memory for time; again, to go on</source>
        <translation>寻找以时间换内存的编辑；再次点击则继续</translation>
    </message>
    <message>
        <source>Compute what each sync costs</source>
        <translation>计算每个同步的代价</translation>
    </message>
    <message>
        <source>Stop, and keep the results so far</source>
        <translation>停止，并保留目前的结果</translation>
    </message>
    <message>
        <source>Nothing runs on this page.</source>
        <translation>此页面没有正在运行的任务。</translation>
    </message>
    <message>
        <source>There is only one stream.</source>
        <translation>只有一条流。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 等另外 %Ln 种</numerusform>
        </translation>
    </message>
    <message>
        <source>The price in time is unknown: no operator has a duration.</source>
        <translation>时间代价未知：没有算子有时长。</translation>
    </message>
    <message>
        <source>The makespan stays the same.</source>
        <translation>总时长不变。</translation>
    </message>
    <message>
        <source>The makespan grows by %1.</source>
        <translation>总时长增加 %1。</translation>
    </message>
    <message>
        <source>The makespan shrinks by %1.</source>
        <translation>总时长减少 %1。</translation>
    </message>
    <message>
        <source>It moves %1 later in the order shown.</source>
        <translation>它在所示顺序中将 %1 推后。</translation>
    </message>
    <message numerus="yes">
        <source>It moves %Ln operator(s) later in the order shown: %1 and the operators after it.</source>
        <translation>
            <numerusform>它在所示顺序中将 %Ln 个算子推后，即 %1 及其后续。</numerusform>
        </translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
    <message>
        <source>Alignment %1 → %2</source>
        <translation>对齐 %1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>In place: %Ln output(s)</source>
        <translation>
            <numerusform>就地：%Ln 个输出</numerusform>
        </translation>
    </message>
    <message>
        <source>Streams: %1 → %2</source>
        <translation>流：%1 → %2</translation>
    </message>
    <message>
        <source>One stream</source>
        <translation>单条流</translation>
    </message>
    <message>
        <source>Order: %1</source>
        <translation>顺序：%1</translation>
    </message>
    <message>
        <source>Sync: %1 → %2</source>
        <translation>同步：%1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>Trade-off: %Ln edit(s)</source>
        <translation>
            <numerusform>权衡：%Ln 处编辑</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the offsets change.</source>
        <translation>只有偏移改变。</translation>
    </message>
    <message>
        <source>A short search found this plan. Only the offsets change.</source>
        <translation>此方案由一次短时搜索找到。只有偏移改变。</translation>
    </message>
    <message>
        <source>The target must allow an alignment of %1 bytes.</source>
        <translation>目标设备必须允许 %1 字节的对齐。</translation>
    </message>
    <message>
        <source>Assumes kernels that read each element before they write it: %1.</source>
        <translation>前提：这些算子的核函数先读后写每个元素：%1。</translation>
    </message>
    <message>
        <source>The operators of %1 run on %2.</source>
        <translation>%1 的算子在 %2 上运行。</translation>
    </message>
    <message>
        <source>All operators run on one stream.</source>
        <translation>所有算子在同一条流上运行。</translation>
    </message>
    <message>
        <source>%1 waits for %2.</source>
        <translation>%1 等待 %2。</translation>
    </message>
    <message>
        <source>The plan then needs %1 (%2).</source>
        <translation>改动后需要 %1（%2）。</translation>
    </message>
    <message>
        <source>other layouts</source>
        <translation>其他布局</translation>
    </message>
    <message>
        <source>alignments</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>in-place reuse</source>
        <translation>就地复用</translation>
    </message>
    <message>
        <source>fewer streams</source>
        <translation>更少的流</translation>
    </message>
    <message>
        <source>other orders</source>
        <translation>其他顺序</translation>
    </message>
    <message>
        <source>syncs</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>All %1 possible syncs were planned.</source>
        <translation>%1 个可能的同步已全部规划。</translation>
    </message>
    <message>
        <source>All %1 possible syncs were bounded, %2 planned.</source>
        <translation>%1 个可能的同步已全部求得下界，其中 %2 个已规划。</translation>
    </message>
    <message>
        <source>%1 of %2 possible syncs were planned.</source>
        <translation>%2 个可能的同步中已规划 %1 个。</translation>
    </message>
    <message>
        <source>By the bounds, another could save at most %1.</source>
        <translation>由下界可知，其他同步最多能节省 %1。</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Let an operator wait for another</source>
        <translation>让一个算子等待另一个</translation>
    </message>
    <message>
        <source>Move operators to another stream</source>
        <translation>将算子移到另一条流</translation>
    </message>
    <message>
        <source>Run an operator earlier or later</source>
        <translation>提前或推后运行算子</translation>
    </message>
    <message>
        <source>Compute a tensor again before its late uses</source>
        <translation>在后期使用前重新计算张量</translation>
    </message>
    <message>
        <source>Copy a tensor to the host and back before its late uses, at 25 GB/s</source>
        <translation>将张量复制到主机，在后期使用前复制回来，速度为 25 GB/s</translation>
    </message>
    <message>
        <source>Sync %1 → %2</source>
        <translation>同步 %1 → %2</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移到 %2</translation>
    </message>
    <message numerus="yes">
        <source>Move %1 and %Ln more to %2</source>
        <translation>
            <numerusform>将 %1 及另外 %Ln 个移到 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1 as the last</source>
        <translation>最后运行 %1</translation>
    </message>
    <message>
        <source>Run %1 before %2</source>
        <translation>在 %2 之前运行 %1</translation>
    </message>
    <message>
        <source>Recompute %1 before %2</source>
        <translation>在 %2 之前重新计算 %1</translation>
    </message>
    <message>
        <source>Offload %1 until %2</source>
        <translation>卸载 %1 直到 %2</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Improve</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>Savings are unknown: the memory of loops and branches is not counted.</source>
        <translation>节省量未知：未计入循环和分支的内存。</translation>
    </message>
</context>
<context>
    <name>stowage::ImprovePreview</name>
    <message>
        <source>Apply the previewed change first, or go back</source>
        <translation>请先应用正在预览的更改，或返回</translation>
    </message>
</context>
<context>
    <name>stowage::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>正在推导…</translation>
    </message>
    <message>
        <source>Click a tensor to see why it lies where it does, an operator to see what it waits for, or two tensors (with Ctrl) to see whether they may share memory, and why.</source>
        <translation>单击一个张量，查看它为何位于该处；单击一个算子，查看它在等待什么；或选择两个张量（按住 Ctrl），查看它们能否共用内存及其原因。</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>未打开任何文件。</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>%1 smaller</source>
        <translation>另有 %1 个更小的</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>它所等待</translation>
    </message>
    <message>
        <source>awaited by</source>
        <translation>等待它的</translation>
    </message>
    <message>
        <source>to steps %1 to %2</source>
        <translation>到第 %1 至 %2 步</translation>
    </message>
    <message>
        <source>, after %1</source>
        <translation>，在 %1 之后</translation>
    </message>
    <message>
        <source>, before %1</source>
        <translation>，在 %1 之前</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>may move</source>
        <translation>可移动</translation>
    </message>
    <message>
        <source>Makes</source>
        <translation>产出</translation>
    </message>
    <message>
        <source>Uses</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>The largest:</source>
        <translation>最大的几个：</translation>
    </message>
    <message>
        <source>Select two tensors to see whether they may share memory, and why.</source>
        <translation>选择两个张量，查看它们能否共用内存及其原因。</translation>
    </message>
    <message>
        <source>They make</source>
        <translation>它们产出</translation>
    </message>
    <message>
        <source>, at %1</source>
        <translation>，位于 %1</translation>
    </message>
    <message>
        <source>In this plan they share %1, from %2.</source>
        <translation>在此方案中它们共用 %1，起于 %2。</translation>
    </message>
    <message>
        <source>In this plan they lie apart.</source>
        <translation>在此方案中它们互不重叠。</translation>
    </message>
    <message>
        <source>%1 uses %2</source>
        <translation>%1 使用 %2</translation>
    </message>
    <message>
        <source>%1 waits for it (sync)</source>
        <translation>%1 等待它（同步）</translation>
    </message>
    <message>
        <source>%1 follows on %2</source>
        <translation>%1 在 %2 上随后执行</translation>
    </message>
    <message>
        <source>After its use by </source>
        <translation>在被以下算子使用之后：</translation>
    </message>
    <message>
        <source>After it is made by </source>
        <translation>在由以下算子产生之后：</translation>
    </message>
    <message>
        <source>… %1 steps more …</source>
        <translation>……另有 %1 步……</translation>
    </message>
    <message>
        <source> and makes %1</source>
        <translation>，并产出 %1</translation>
    </message>
    <message>
        <source>Safe: they may share memory</source>
        <translation>安全：它们可以共用内存</translation>
    </message>
    <message>
        <source>%1 is never needed.</source>
        <translation>%1 从不需要。</translation>
    </message>
    <message>
        <source>Every use of %1 is over before %2 is made, in every execution.</source>
        <translation>在任何执行中，%1 的所有使用都在 %2 产生之前结束。</translation>
    </message>
    <message>
        <source>%1 is being written by %2</source>
        <translation>%1 正由 %2 写入</translation>
    </message>
    <message>
        <source>%1 is still needed by %2</source>
        <translation>%1 仍被 %2 需要</translation>
    </message>
    <message>
        <source>%1 is needed to the end</source>
        <translation>%1 需保留到最后</translation>
    </message>
    <message>
        <source>Unsafe: they must not share memory</source>
        <translation>不安全：它们绝不能共用内存</translation>
    </message>
    <message numerus="yes">
        <source>Both are needed at once after these %n event(s), which the graph allows:</source>
        <translation>
            <numerusform>计算图允许以下 %n 个事件发生，此后两者同时被需要：</numerusform>
        </translation>
    </message>
    <message>
        <source>Their lifetimes do not overlap.</source>
        <translation>它们的生命周期不重叠。</translation>
    </message>
    <message>
        <source>Their lifetimes overlap.</source>
        <translation>它们的生命周期重叠。</translation>
    </message>
    <message>
        <source>Two tensors</source>
        <translation>两个张量</translation>
    </message>
    <message>
        <source>Whether they may share memory is not known.</source>
        <translation>它们能否共用内存尚不清楚。</translation>
    </message>
    <message>
        <source>The two</source>
        <translation>这两个张量</translation>
    </message>
    <message>
        <source>kept to the end, as an output</source>
        <translation>作为输出保留到最后</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) end to end: </source>
        <translation>
            <numerusform>%n 个张量首尾相接：</numerusform>
        </translation>
    </message>
    <message>
        <source>made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source> (under %1 of the same group)</source>
        <translation>（位于同组的 %1 之下）</translation>
    </message>
    <message>
        <source>and so on: %1 more</source>
        <translation>依此类推：另有 %1 个</translation>
    </message>
    <message>
        <source>down to 0</source>
        <translation>直到 0</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1，起于 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n smaller one(s)</source>
        <translation>
            <numerusform>另有 %n 个更小的</numerusform>
        </translation>
    </message>
    <message>
        <source> of its group, which moves as one</source>
        <translation>（整个组，作为一体移动）</translation>
    </message>
    <message numerus="yes">
        <source>No gap below it holds the %1. There are %n:</source>
        <translation>
            <numerusform>它下方没有容得下 %1 的空隙。共有 %n 个空隙：</numerusform>
        </translation>
    </message>
    <message>
        <source>Directly under it: </source>
        <translation>正下方：</translation>
    </message>
    <message>
        <source>Why here</source>
        <translation>为何在此</translation>
    </message>
    <message>
        <source>The plan is being made…</source>
        <translation>正在制定方案…</translation>
    </message>
    <message>
        <source>There is no plan.</source>
        <translation>没有方案。</translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>unsafe with</source>
        <translation>与之不安全</translation>
    </message>
    <message>
        <source>%1 of %2 others</source>
        <translation>其他 %2 个中的 %1 个</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Safe as planned: they may share memory</source>
        <translation>按规划是安全的：它们可以共用内存</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>from %1 to %2, makespan %3</source>
        <translation>从 %1 到 %2，总时长 %3</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>on it</source>
        <translation>在其上</translation>
    </message>
    <message>
        <source>off it</source>
        <translation>不在其上</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>not in the record</source>
        <translation>不在记录中</translation>
    </message>
    <message>
        <source>requested at %1, never completed</source>
        <translation>请求于%1，未完成</translation>
    </message>
    <message>
        <source>requested at %1, completed at %2</source>
        <translation>请求于%1，完成于%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln later block(s)</source>
        <translation>
            <numerusform>%Ln 个后来的块</numerusform>
        </translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>栈</translation>
    </message>
    <message>
        <source>No stack is recorded for it.</source>
        <translation>没有为它记录栈。</translation>
    </message>
    <message>
        <source>Hide frames of C++ and of the interpreter</source>
        <translation>隐藏 C++ 和解释器的帧</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln frame(s) of C++ and of the interpreter</source>
        <translation>
            <numerusform>显示 C++ 和解释器的 %Ln 个帧</numerusform>
        </translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>offset in the plan</source>
        <translation>方案中的偏移</translation>
    </message>
    <message>
        <source>Allocates</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>Frees</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>bytes, summed over all steps</source>
        <translation>字节（所有步之和）</translation>
    </message>
    <message>
        <source>The same bytes</source>
        <translation>同一段字节</translation>
    </message>
    <message>
        <source>%1 is a view: it lies in %2.</source>
        <translation>%1 是视图：它位于 %2 之内。</translation>
    </message>
    <message>
        <source>view of</source>
        <translation>视图，属于</translation>
    </message>
    <message>
        <source>%1, from byte %2</source>
        <translation>%1，从字节 %2 起</translation>
    </message>
    <message>
        <source>has views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>written over</source>
        <translation>覆写</translation>
    </message>
    <message>
        <source>overwritten by</source>
        <translation>被覆写于</translation>
    </message>
    <message>
        <source>memory goes to</source>
        <translation>内存转给</translation>
    </message>
    <message>
        <source>permitted over</source>
        <translation>允许覆写</translation>
    </message>
    <message>
        <source>event %L1</source>
        <translation>第 %L1 个事件</translation>
    </message>
    <message>
        <source>present when the record begins</source>
        <translation>记录开始时已存在</translation>
    </message>
    <message>
        <source>nowhere: an operator before it and an operator after it depend on its place</source>
        <translation>不能移动：它前后的算子都与它有依赖</translation>
    </message>
    <message>
        <source>The played run leaves out a wait between streams, so one tensor is overwritten there. With all waits of the graph this cannot happen:</source>
        <translation>正在播放的运行去掉了一个流间等待，因此其中一个张量被覆写。计算图的所有等待都在时，这不会发生：</translation>
    </message>
    <message numerus="yes">
        <source>The same holds for %n further use(s).</source>
        <translation>
            <numerusform>其余 %n 处使用同理。</numerusform>
        </translation>
    </message>
    <message>
        <source>Both are present before the first operator:</source>
        <translation>两者在第一个算子之前就都存在：</translation>
    </message>
    <message>
        <source>Checking whether they may share memory…</source>
        <translation>正在推导它们能否共用内存…</translation>
    </message>
    <message>
        <source>none: present from the start</source>
        <translation>无：一开始就存在</translation>
    </message>
    <message>
        <source>above %1: %2 from %3</source>
        <translation>在 %1 之上：%2，起于 %3</translation>
    </message>
    <message>
        <source>nothing is below it</source>
        <translation>它下方没有任何张量</translation>
    </message>
    <message>
        <source>It is at offset 0.</source>
        <translation>它位于偏移 0。</translation>
    </message>
    <message>
        <source>Why not lower</source>
        <translation>为何不能更低</translation>
    </message>
    <message>
        <source>It could move down by %1, to %2, without moving anything else.</source>
        <translation>其他张量都不动时，它可下移 %1，到 %2。</translation>
    </message>
    <message>
        <source>Below it, every byte belongs to a tensor that it must not share with.</source>
        <translation>在它下方，每个字节都被不能与它共用内存的张量占着。</translation>
    </message>
    <message>
        <source>It takes no bytes from other tensors and may lie anywhere.</source>
        <translation>它不占其他张量的字节，可放在任意位置。</translation>
    </message>
    <message>
        <source>It lies in %1 and moves with it.</source>
        <translation>它位于 %1 中，并随其移动。</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Highlight the path</source>
        <translation>突出显示路径</translation>
    </message>
    <message>
        <source>, in a group that starts at %1</source>
        <translation>，位于从 %1 开始的组中</translation>
    </message>
    <message>
        <source>Its group starts at offset 0.</source>
        <translation>所在的组从偏移 0 开始。</translation>
    </message>
    <message>
        <source>The largest at the peak</source>
        <translation>峰值时最大的张量</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>It must be at one place with %1.</source>
        <translation>它必须与 %1 位于同一位置。</translation>
    </message>
    <message>
        <source>They are in two branches of %1, and each run takes one.</source>
        <translation>它们位于 %1 的两个分支中，每次运行只走其中一个。</translation>
    </message>
    <message>
        <source>%1 %2 in %3</source>
        <translation>%1 %2，共 %3</translation>
    </message>
</context>
<context>
    <name>stowage::Jobs</name>
    <message>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
</context>
<context>
    <name>stowage::Kinds</name>
    <message>
        <source>activation</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>reduced gradient</source>
        <translation>归约后的梯度</translation>
    </message>
    <message>
        <source>state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>临时值</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
</context>
<context>
    <name>stowage::LaneDrag</name>
    <message>
        <source>It must stay after %1</source>
        <translation>它必须在 %1 之后</translation>
    </message>
    <message>
        <source>Its place in the order is fixed</source>
        <translation>它在顺序中的位置是固定的</translation>
    </message>
    <message>
        <source>It must stay before %1</source>
        <translation>它必须在 %1 之前</translation>
    </message>
    <message>
        <source>Drop on the waiting operator</source>
        <translation>请放到等待的算子上</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>+ a new stream</source>
        <translation>+ 新的流</translation>
    </message>
    <message>
        <source>There is a sync from %1 to %2 already</source>
        <translation>从 %1 到 %2 已有同步</translation>
    </message>
    <message>
        <source>A cycle: %1 leads to %2</source>
        <translation>形成环：%1 已通向 %2</translation>
    </message>
    <message>
        <source>makespan %1, as now</source>
        <translation>总时长 %1，与现在相同</translation>
    </message>
    <message>
        <source>makespan %1 (%2)</source>
        <translation>总时长 %1（%2）</translation>
    </message>
</context>
<context>
    <name>stowage::Lanes</name>
    <message>
        <source>streams over steps %1 to %2 of %3</source>
        <translation>各流，第 %1 至 %2 步，共 %3 步</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>lanes %1 to %2 of %3</source>
        <translation>泳道 %1 至 %2，共 %3 条</translation>
    </message>
    <message>
        <source>of the selection&apos;s arcs, %1 are drawn</source>
        <translation>所选内容的弧中绘制了 %1 条</translation>
    </message>
    <message>
        <source>This graph has no operators, so there are no lanes.</source>
        <translation>此计算图没有算子，因此没有泳道。</translation>
    </message>
    <message>
        <source>streams over time, %1 in all</source>
        <translation>按时间显示的流，共 %1</translation>
    </message>
    <message>
        <source>streams over time, %1 to %2 of %3</source>
        <translation>按时间显示的流，%3 中的 %1 到 %2</translation>
    </message>
    <message>
        <source>%1 waits %2</source>
        <translation>%1 等待 %2</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>then runs</source>
        <translation>然后运行</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>parts of the order are shown over steps</source>
        <translation>顺序的各部分仅按步显示</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1 per pixel (pale: less busy)</source>
        <translation>每像素 %1（颜色越浅，流越空闲）</translation>
    </message>
    <message>
        <source>%1 steps per pixel (pale: fewer)</source>
        <translation>每像素 %1 步；运行的越少，颜色越浅</translation>
    </message>
    <message>
        <source>%1 syncs hidden: zoom in or select operators</source>
        <translation>%1 个同步未绘制：请放大，或选择算子</translation>
    </message>
    <message>
        <source>yes: if it were slower, the makespan would grow</source>
        <translation>是：它若变慢，整体也会变慢</translation>
    </message>
    <message>
        <source>%1 syncs hidden</source>
        <translation>隐藏了 %1 个同步</translation>
    </message>
    <message>
        <source>streams over the order</source>
        <translation>各流按顺序</translation>
    </message>
</context>
<context>
    <name>stowage::LanesPane</name>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Scroll lanes</source>
        <translation>滚动泳道</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation>未打开计算图。</translation>
    </message>
    <message>
        <source>This graph has no operators, so there are no lanes.</source>
        <translation>此计算图没有算子，因此没有泳道。</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n 条泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>redundant</source>
        <translation>冗余</translation>
    </message>
    <message>
        <source>other arcs imply it</source>
        <translation>由其他弧蕴含</translation>
    </message>
    <message>
        <source>St&amp;ream</source>
        <translation>流(&amp;R)</translation>
    </message>
    <message>
        <source>implied by %1</source>
        <translation>由 %1 蕴含</translation>
    </message>
    <message>
        <source>&amp;Lanes…</source>
        <translation>泳道(&amp;L)…</translation>
    </message>
    <message>
        <source>Export image of the lanes</source>
        <translation>导出泳道的图像</translation>
    </message>
    <message>
        <source>O&amp;pen %1</source>
        <translation>打开 %1(&amp;P)</translation>
    </message>
    <message>
        <source>C&amp;lose %1</source>
        <translation>关闭 %1(&amp;L)</translation>
    </message>
</context>
<context>
    <name>stowage::Learn</name>
    <message>
        <source>Its group would begin below 0.</source>
        <translation>它所在的组会从 0 以下开始。</translation>
    </message>
    <message>
        <source>It would fit there, but the planner puts it at the beginning of the gap, at %1.</source>
        <translation>那里放得下，但规划器将它放在空隙的起点，即 %1。</translation>
    </message>
    <message>
        <source>It would fit there, but there is room lower down, and first-fit takes the lowest.</source>
        <translation>那里放得下，但更低处也有空间，而首次适应取最低的。</translation>
    </message>
    <message>
        <source>The lowest gap that holds it is %1.</source>
        <translation>容得下它的最低空隙是 %1。</translation>
    </message>
    <message>
        <source>The only gap that holds it is %1.</source>
        <translation>唯一容得下它的空隙是 %1。</translation>
    </message>
    <message>
        <source>%1 would lie on %2 and overlap %3, which is on %4; the two are unsafe.</source>
        <translation>%1 会占据 %2，与占据 %4 的 %3 重叠；两者不安全。</translation>
    </message>
    <message>
        <source>It would fit there and leave %1, but another gap leaves %2, and best-fit takes the one that leaves least.</source>
        <translation>那里放得下，剩余 %1，但另一个空隙剩余 %2，而最佳适应取剩余最少的。</translation>
    </message>
    <message>
        <source>No block lies outside an object or across its border. The objects are %1.</source>
        <translation>块不会在对象之外，也不会跨越其边界。对象为 %1。</translation>
    </message>
    <message>
        <source>Next is %1.</source>
        <translation>接下来是 %1。</translation>
    </message>
    <message>
        <source>That is the tensor itself.</source>
        <translation>那就是该张量本身。</translation>
    </message>
    <message>
        <source>%1 and %2 are safe.</source>
        <translation>%1 与 %2 是安全的。</translation>
    </message>
    <message>
        <source>%1 and %2 are unsafe.</source>
        <translation>%1 与 %2 是不安全的。</translation>
    </message>
    <message>
        <source>They are pairwise unsafe and add up to %1, but there is a heavier set.</source>
        <translation>它们两两不安全，总计 %1，但还有权更大的集合。</translation>
    </message>
    <message>
        <source>%1 ends highest, at %2.</source>
        <translation>%1 的末端最高，位于 %2。</translation>
    </message>
    <message>
        <source>While %1 runs, these are alive: %2.</source>
        <translation>%1 运行时，以下张量存活：%2。</translation>
    </message>
    <message>
        <source>Pairwise unsafe, with %1 in all: %2.</source>
        <translation>两两不安全，总计 %1：%2。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Right: %1.</source>
        <translation>正确：%1。</translation>
    </message>
    <message>
        <source>Not %1.</source>
        <translation>不对：%1。</translation>
    </message>
    <message>
        <source>The answer is %1.</source>
        <translation>答案：%1。</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>safe</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>unsafe</source>
        <translation>不安全</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s) right at the first try</source>
        <translation>
            <numerusform>%n 个问题中 %1 个一次答对</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 later</source>
        <translation>，%1 个后来答对</translation>
    </message>
    <message>
        <source>, %1 shown</source>
        <translation>，%1 个看了答案</translation>
    </message>
    <message>
        <source>Critical path: %1.</source>
        <translation>关键路径：%1。</translation>
    </message>
    <message>
        <source>It would fit there, but an older object also has room.</source>
        <translation>那里放得下，但更早打开的对象也有空间。</translation>
    </message>
    <message>
        <source>No object has room for it, so a new object is opened on top.</source>
        <translation>没有对象能容纳它，因此在最上方新开一个。</translation>
    </message>
    <message>
        <source>No gap below holds it; everything from %1 up is free.</source>
        <translation>下方没有容得下它的空隙；从 %1 起往上全部空闲。</translation>
    </message>
    <message>
        <source>Of the gaps that hold it, %1 leaves the least: %2.</source>
        <translation>在容得下它的空隙中，%1 剩余最少：%2。</translation>
    </message>
    <message>
        <source>Everything is free up there, but a gap below holds it: best-fit takes a gap that leaves less.</source>
        <translation>那上面全部空闲，但下方有空隙容得下它：最佳适应取剩余更少的。</translation>
    </message>
    <message>
        <source>%1 and %2 are safe, so this is not a clique.</source>
        <translation>%1 与 %2 是安全的，因此这不是团。</translation>
    </message>
    <message>
        <source>They add up to %1, and no clique is heavier.</source>
        <translation>它们总计 %1，没有两两不安全的集合比它更大。</translation>
    </message>
    <message>
        <source>%1 starts</source>
        <translation>%1 开始</translation>
    </message>
    <message>
        <source>%1 ends</source>
        <translation>%1 结束</translation>
    </message>
    <message>
        <source>The events: %1.</source>
        <translation>这些事件是：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) still open.</source>
        <translation>
            <numerusform>还有 %n 个问题未回答。</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between items of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>The group can start at %1 there.</source>
        <translation>该组在那里可以从 %1 开始。</translation>
    </message>
    <message>
        <source>The group can start from %1 to %2 there.</source>
        <translation>该组在那里的起点可以是 %1 到 %2。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between clauses</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>stowage::LearnPane</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Progress of the lesson</source>
        <translation>课程进度</translation>
    </message>
    <message>
        <source>Page of the lesson</source>
        <translation>课程的页</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一页(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一页(&amp;N)</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Open a lesson file…</source>
        <translation>打开课程文件…</translation>
    </message>
    <message>
        <source>begun: page %1 of %2</source>
        <translation>已开始：第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>F&amp;inish</source>
        <translation>完成(&amp;I)</translation>
    </message>
    <message>
        <source>Proposed at %1: check it, or move it on.</source>
        <translation>提议放在 %1：请检查，或继续移动。</translation>
    </message>
    <message>
        <source>The graph is no longer the lesson&apos;s graph. Undo the changes, or open the lesson again.</source>
        <translation>计算图已不是课程中的那个。请撤销更改，或重新打开课程。</translation>
    </message>
    <message>
        <source>&amp;Open it again</source>
        <translation>重新打开(&amp;O)</translation>
    </message>
    <message>
        <source>Show &amp;solution</source>
        <translation>显示答案(&amp;S)</translation>
    </message>
    <message>
        <source>A−</source>
        <translation>A−</translation>
    </message>
    <message>
        <source>Smaller text (Ctrl+−)</source>
        <translation>缩小文字（Ctrl+−）</translation>
    </message>
    <message>
        <source>A+</source>
        <translation>A+</translation>
    </message>
    <message>
        <source>Larger text (Ctrl++)</source>
        <translation>放大文字（Ctrl++）</translation>
    </message>
    <message>
        <source>Result of the answer</source>
        <translation>回答的结果</translation>
    </message>
    <message>
        <source>Go back to the list of lessons; your answers are kept</source>
        <translation>回到课程列表；您的回答会保留</translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s)</source>
        <translation>
            <numerusform>约 %n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder of your lessons…</source>
        <translation>选择您的课程文件夹…</translation>
    </message>
    <message>
        <source>Ne&amp;xt lesson</source>
        <translation>下一课(&amp;X)</translation>
    </message>
</context>
<context>
    <name>stowage::LegendWidget</name>
    <message>
        <source>&amp;Colour by</source>
        <translation>着色依据(&amp;C)</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Uncheck a class to grey it out in every view</source>
        <translation>取消勾选一个类别，即可在所有视图中将其变灰</translation>
    </message>
    <message>
        <source>Only tensors alive in these steps are counted</source>
        <translation>只统计在这些步中存活的张量</translation>
    </message>
    <message>
        <source>The map of a difference has colours of its own</source>
        <translation>差异图有自己的颜色</translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The counts of a difference are of all steps.</source>
        <translation>差异的计数针对所有步。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln tensor(s), %2</source>
        <translation>
            <numerusform>%1：%Ln 个张量，%2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1  (%2 · %3)</source>
        <translation>%1（%2 · %3）</translation>
    </message>
    <message>
        <source>%1
in all %2</source>
        <translation>%1
总计 %2</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Tensors and bytes summed over all steps</source>
        <translation>张量数与字节数为所有步合计</translation>
    </message>
</context>
<context>
    <name>stowage::LessonBoard</name>
    <message>
        <source>Map of the lesson</source>
        <translation>课程的内存图</translation>
    </message>
    <message>
        <source>%1 of %2 blocks are placed.</source>
        <translation>%2 个块中已放置 %1 个。</translation>
    </message>
    <message>
        <source>%1 is proposed at %2.</source>
        <translation>%1 拟放在 %2。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
</context>
<context>
    <name>stowage::Lessons</name>
    <message>
        <source>Open lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.json);;All files (*)</source>
        <translation>课程 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Answer the question first. This view shows the solution.</source>
        <translation>请先回答问题。此视图会显示答案。</translation>
    </message>
    <message>
        <source>The heap map is hidden while it shows an answer.</source>
        <translation>内存图会显示答案，因此暂时隐藏。</translation>
    </message>
    <message>
        <source>This view shows the answer to a later question.</source>
        <translation>此视图会显示后面某题的答案。</translation>
    </message>
    <message>
        <source>Your lesson folder</source>
        <translation>您的课程文件夹</translation>
    </message>
    <message>
        <source>New lesson</source>
        <translation>新建课程</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>课程 (*.json)</translation>
    </message>
    <message>
        <source>A lesson on %1</source>
        <translation>关于 %1 的一课</translation>
    </message>
    <message>
        <source>Your lessons</source>
        <translation>您的课程</translation>
    </message>
    <message>
        <source>One sentence on the idea of this lesson.</source>
        <translation>用一句话说明本课的内容。</translation>
    </message>
    <message>
        <source>First page</source>
        <translation>第一页</translation>
    </message>
    <message>
        <source>Replace these words in any text editor. **Bold** words and `names` stand out.</source>
        <translation>请在任意文本编辑器中替换这些文字。**粗体**文字和 `名称` 会突出显示。</translation>
    </message>
    <message>
        <source>A question</source>
        <translation>一个问题</translation>
    </message>
    <message>
        <source>Stowage checks each answer when the lesson is opened.</source>
        <translation>打开课程时，Stowage 会检查每个答案。</translation>
    </message>
    <message>
        <source>How many bytes are alive at the peak?</source>
        <translation>峰值时有多少字节存活？</translation>
    </message>
    <message>
        <source>Say why.</source>
        <translation>请说明原因。</translation>
    </message>
    <message>
        <source>Give a hint.</source>
        <translation>请给一个提示。</translation>
    </message>
    <message>
        <source>Save result</source>
        <translation>保存结果</translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation>结果 (*.json)</translation>
    </message>
    <message>
        <source>Export lesson</source>
        <translation>导出课程</translation>
    </message>
    <message>
        <source>Web page (*.html);;PDF (*.pdf);;Markdown (*.md);;LaTeX (*.tex);;CSV (*.csv)</source>
        <translation>网页 (*.html);;PDF (*.pdf);;Markdown (*.md);;LaTeX (*.tex);;CSV (*.csv)</translation>
    </message>
    <message>
        <source>Export experiments</source>
        <translation>导出实验</translation>
    </message>
    <message>
        <source>Folder of lifetimes that other programs recorded</source>
        <translation>其他程序记录的生命周期所在的文件夹</translation>
    </message>
</context>
<context>
    <name>stowage::LoaderJob</name>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Making %1…</source>
        <translation>正在生成 %1…</translation>
    </message>
    <message>
        <source>Reading %1 was cancelled.</source>
        <translation>已取消读取 %1。</translation>
    </message>
    <message>
        <source>Making %1 was cancelled.</source>
        <translation>已取消生成 %1。</translation>
    </message>
    <message>
        <source>this is a plan; open its graph first</source>
        <translation>这是一个方案；请先打开它所属的计算图</translation>
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
        <source>Inspector</source>
        <translation>检查器</translation>
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
        <source>Moved</source>
        <translation>移动</translation>
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
        <source>Could not apply the edit: %1.</source>
        <translation>无法应用编辑：%1。</translation>
    </message>
    <message>
        <source>Editing…</source>
        <translation>正在编辑…</translation>
    </message>
    <message>
        <source>The edit was cancelled; nothing has changed.</source>
        <translation>编辑已取消；没有任何更改。</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Heap</source>
        <translation>堆</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>调用帧</translation>
    </message>
    <message>
        <source>Spaces</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Could not update a view: %1.</source>
        <translation>无法更新某个视图：%1。</translation>
    </message>
    <message>
        <source>Improve</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>连续组</translation>
    </message>
</context>
<context>
    <name>stowage::Manual</name>
    <message>
        <source>Stowage manual</source>
        <translation>Stowage 手册</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手册页面</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>List all pages</source>
        <translation>列出所有页面</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go back to the page before</source>
        <translation>返回上一页</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go forward again</source>
        <translation>前往下一页</translation>
    </message>
    <message>
        <source>Find on this page</source>
        <translation>在本页查找</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>stowage::MatrixView</name>
    <message>
        <source>Matrix of conflicts</source>
        <translation>冲突矩阵</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation>未打开计算图。</translation>
    </message>
    <message>
        <source>This graph has no tensors.</source>
        <translation>此计算图没有张量。</translation>
    </message>
    <message>
        <source>Putting the tensors in order…</source>
        <translation>正在排列张量…</translation>
    </message>
    <message>
        <source>No tensor is alive in the time range.</source>
        <translation>时间范围内没有存活的张量。</translation>
    </message>
    <message>
        <source>no plan yet, so in order of time</source>
        <translation>还没有方案，因此按时间排序</translation>
    </message>
    <message>
        <source>each cell is a pair</source>
        <translation>每个单元格为一对</translation>
    </message>
    <message>
        <source>each cell is %1 × %1 pairs: the stronger its colour, the more are unsafe</source>
        <translation>每个单元格为 %1 × %1 对：颜色越深，不安全的越多</translation>
    </message>
    <message>
        <source>estimated so far…</source>
        <translation>目前为估计值…</translation>
    </message>
    <message>
        <source>estimated from some pairs of each cell</source>
        <translation>由每个单元格的部分对估计</translation>
    </message>
    <message>
        <source>as before the edit</source>
        <translation>仍为编辑之前的状态</translation>
    </message>
    <message>
        <source>%1 × %2: unsafe</source>
        <translation>%1 × %2：不安全</translation>
    </message>
    <message>
        <source>%1 × %2: safe, the first is over before</source>
        <translation>%1 × %2：安全，前者先结束</translation>
    </message>
    <message>
        <source>%1 × %2: safe, the second is over before</source>
        <translation>%1 × %2：安全，后者先结束</translation>
    </message>
    <message>
        <source> · unsafe in this cell: %1%</source>
        <translation> · 此单元格中的不安全比例：%1%</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>对</translation>
    </message>
    <message>
        <source>Finding the unsafe pairs…</source>
        <translation>正在查找不安全对…</translation>
    </message>
    <message>
        <source>%1 of %2: those alive in the time range</source>
        <translation>%2 中的 %1：时间范围内存活者</translation>
    </message>
    <message>
        <source>%1 each way</source>
        <translation>每个方向 %1</translation>
    </message>
</context>
<context>
    <name>stowage::Menus</name>
    <message>
        <source>&amp;Learn</source>
        <translation>学习(&amp;L)</translation>
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
        <source>Supported &amp;file formats</source>
        <translation>Stowage 可打开的文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;About Stowage</source>
        <translation>关于 Stowage(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>New from &amp;zoo…</source>
        <translation>从网络库新建(&amp;Z)…</translation>
    </message>
    <message>
        <source>Rea&amp;ding options…</source>
        <translation>读取选项(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Violations of the imported plan…</source>
        <translation>导入方案的违例(&amp;V)…</translation>
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
        <translation>方案另存为(&amp;P)…</translation>
    </message>
    <message>
        <source>Pri&amp;nt…</source>
        <translation>打印(&amp;N)…</translation>
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
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Copy ima&amp;ge</source>
        <translation>复制图像(&amp;G)</translation>
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
        <source>&amp;Deselect all</source>
        <translation>取消全部选择(&amp;D)</translation>
    </message>
    <message>
        <source>Preferen&amp;ces…</source>
        <translation>首选项(&amp;C)…</translation>
    </message>
    <message>
        <source>Pin as &amp;baseline</source>
        <translation>固定为基线(&amp;B)</translation>
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
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Open s&amp;ample</source>
        <translation>打开示例(&amp;A)</translation>
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
        <source>&amp;Plan</source>
        <translation>规划(&amp;P)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Select one tensor to write a note on it.</source>
        <translation>请选择一个张量，为其写备注。</translation>
    </message>
    <message>
        <source>Import d&amp;urations…</source>
        <translation>导入时长(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Strategy…</source>
        <translation>策略(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Improve plan</source>
        <translation>改进方案(&amp;I)</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Improve</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>Open the manual at the page of the focused view</source>
        <translation>打开手册中关于当前焦点视图的页面</translation>
    </message>
    <message>
        <source>Open a graph, a list of lifetimes, or a plan</source>
        <translation>打开计算图、生命周期列表或方案</translation>
    </message>
    <message>
        <source>Report on the &amp;file…</source>
        <translation>文件报告(&amp;H)…</translation>
    </message>
    <message>
        <source>List what Stowage read, assumed, skipped or did not understand</source>
        <translation>列出 Stowage 读取、假定、跳过或未能理解的内容</translation>
    </message>
    <message>
        <source>List every violation in the imported plan</source>
        <translation>列出导入方案的每一处违例</translation>
    </message>
    <message>
        <source>Read durations of the open graph&apos;s operators from a file</source>
        <translation>从文件读取所打开计算图的算子时长</translation>
    </message>
    <message>
        <source>Save the edited graph in its file</source>
        <translation>将编辑后的计算图保存到其文件</translation>
    </message>
    <message>
        <source>Preview and print the focused view, with title and legend</source>
        <translation>预览并打印焦点视图，附标题和图例</translation>
    </message>
    <message>
        <source>Copy the focused view to the clipboard, with title and legend</source>
        <translation>将焦点视图复制到剪贴板，附标题和图例</translation>
    </message>
    <message>
        <source>Find by name, size or address; matches stand out everywhere</source>
        <translation>按名称、大小或地址查找；匹配项在各处突出显示</translation>
    </message>
    <message>
        <source>Write a note on the selected tensor; notes have their own file</source>
        <translation>为所选张量写备注；备注存于单独的文件</translation>
    </message>
    <message>
        <source>Compare every later plan with the plan shown now</source>
        <translation>将以后的每个方案与现在所示方案比较</translation>
    </message>
    <message>
        <source>Run every strategy again</source>
        <translation>重新运行所有策略</translation>
    </message>
    <message>
        <source>A training step of a real network, from AlexNet to GPT-2</source>
        <translation>真实网络的一个训练步，从 AlexNet 到 GPT-2</translation>
    </message>
    <message>
        <source>Search a minute for a smaller plan; Stop keeps the best</source>
        <translation>用一分钟搜索更小的方案；“停止”保留最佳者</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Export image…</source>
        <translation>导出图像(&amp;E)…</translation>
    </message>
    <message>
        <source>Save the focused view as PDF, SVG, PNG or EPS</source>
        <translation>将当前视图保存为 PDF、SVG、PNG 或 EPS</translation>
    </message>
    <message>
        <source>E&amp;xport steps…</source>
        <translation>导出步骤(&amp;X)…</translation>
    </message>
    <message>
        <source>Export the steps of a planner as one PDF or as numbered pictures</source>
        <translation>规划器如何逐块放置：一个 PDF 或带编号的图片，可用于幻灯片</translation>
    </message>
    <message>
        <source>Export heap map as &amp;web page…</source>
        <translation>将内存图导出为网页(&amp;W)…</translation>
    </message>
    <message>
        <source>One HTML file to pan and zoom in any browser, offline</source>
        <translation>一个 HTML 文件，可在任何浏览器中平移、缩放和查询，无需网络</translation>
    </message>
    <message>
        <source>Export &amp;table…</source>
        <translation>导出表格(&amp;T)…</translation>
    </message>
    <message>
        <source>Save the focused table, or the tensors, as CSV with exact numbers</source>
        <translation>将拥有键盘焦点的表格保存为含精确数字的 CSV；否则保存张量表</translation>
    </message>
    <message>
        <source>&amp;Step through a planner</source>
        <translation>逐步查看规划器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation>打开课程(&amp;O)…</translation>
    </message>
    <message>
        <source>Ne&amp;w lesson from this graph…</source>
        <translation>由此计算图新建课程(&amp;W)…</translation>
    </message>
    <message>
        <source>Writes a lesson file with this graph and two pages to edit</source>
        <translation>写出一个含此计算图和两个待编辑页面的课程文件</translation>
    </message>
    <message>
        <source>Your lesson &amp;folder…</source>
        <translation>您的课程文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Save &amp;result…</source>
        <translation>保存结果(&amp;R)…</translation>
    </message>
    <message>
        <source>Save your answers and their times, to hand in</source>
        <translation>保存您的回答及其时间，以便提交</translation>
    </message>
    <message>
        <source>&amp;Export lesson…</source>
        <translation>导出课程(&amp;E)…</translation>
    </message>
    <message>
        <source>Every page with words and picture, as one PDF or numbered images</source>
        <translation>每一页的文字和图片，可用于幻灯片：一个 PDF 或带编号的图像</translation>
    </message>
    <message>
        <source>Lea&amp;ve the lesson</source>
        <translation>离开课程(&amp;V)</translation>
    </message>
    <message>
        <source>E&amp;xperiments of the papers…</source>
        <translation>论文中的实验(&amp;X)…</translation>
    </message>
    <message>
        <source>Run the papers&apos; tables and figures again, beside their numbers</source>
        <translation>重新运行论文的表和图，并与论文的数字并列</translation>
    </message>
    <message>
        <source>&amp;Alignment…</source>
        <translation>对齐(&amp;A)…</translation>
    </message>
    <message>
        <source>Choose among the plans of all strategies</source>
        <translation>在所有策略的方案中选择</translation>
    </message>
    <message>
        <source>Watch a planner at work, step by step with its reasons, in all of the window; F11 brings the rest back</source>
        <translation>观看规划器工作，逐步显示其理由，占满整个窗口；按 F11 恢复其余部分</translation>
    </message>
</context>
<context>
    <name>stowage::MessageBar</name>
    <message>
        <source>Could not save the file: %1</source>
        <translation>无法保存文件：%1</translation>
    </message>
    <message numerus="yes">
        <source>(and %Ln more file(s))</source>
        <translation>
            <numerusform>（另有 %Ln 个文件）</numerusform>
        </translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Dismiss (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>All findings</source>
        <translation>所有发现</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>(and %Ln more fault(s))</source>
        <translation>
            <numerusform>（另有 %Ln 处错误）</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all…</source>
        <translation>显示全部…</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleReader</name>
    <message>
        <source>Reading modules…</source>
        <translation>正在读取模块…</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeModel</name>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>At peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>产生</translation>
    </message>
    <message>
        <source>How many operators the module has</source>
        <translation>模块含有多少算子</translation>
    </message>
    <message>
        <source>Bytes made in the module and alive at the memory peak</source>
        <translation>模块产生且在内存峰值时存活的字节</translation>
    </message>
    <message>
        <source>Bytes of all tensors made in the module</source>
        <translation>模块产生的所有张量的字节</translation>
    </message>
    <message>
        <source>Phase, module or operator, taken from the names</source>
        <translation>由名称得出的阶段、模块或算子</translation>
    </message>
</context>
<context>
    <name>stowage::ModulesPane</name>
    <message>
        <source>Operators by module</source>
        <translation>按模块排列的算子</translation>
    </message>
    <message>
        <source>Filter modules</source>
        <translation>筛选模块</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
</context>
<context>
    <name>stowage::MovedModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size change</source>
        <translation>大小变化</translation>
    </message>
    <message>
        <source>Offset, %1</source>
        <translation>偏移，%1</translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation>移动量</translation>
    </message>
    <message>
        <source>From time</source>
        <translation>起始时间</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>首步</translation>
    </message>
    <message>
        <source>Until time</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>末步</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>moved and resized</source>
        <translation>移动且大小改变</translation>
    </message>
    <message>
        <source>resized</source>
        <translation>大小改变</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>Where it starts in the buffer in %1</source>
        <translation>它在 %1 的缓冲区中的起始位置</translation>
    </message>
    <message>
        <source>The first instant at which it is needed</source>
        <translation>需要它的最早时刻</translation>
    </message>
    <message>
        <source>Tensors with the same name are compared</source>
        <translation>比较名称相同的张量</translation>
    </message>
    <message>
        <source>Its change: moved, resized, new or gone</source>
        <translation>它的变化：移动、大小改变、新增或消失</translation>
    </message>
    <message>
        <source>Its bytes in %1, or in %2 if it is gone</source>
        <translation>它在 %1 中占的字节数；已消失的，则为在 %2 中</translation>
    </message>
    <message>
        <source>How many bytes larger it is than before</source>
        <translation>比之前大多少字节</translation>
    </message>
    <message>
        <source>How far it moved up</source>
        <translation>上移了多少</translation>
    </message>
    <message>
        <source>The first instant after its lifetime</source>
        <translation>其生命周期之后的第一个时刻</translation>
    </message>
    <message>
        <source>The first step that needs it</source>
        <translation>需要它的第一步</translation>
    </message>
    <message>
        <source>The last step that needs it</source>
        <translation>需要它的最后一步</translation>
    </message>
</context>
<context>
    <name>stowage::MovedOperatorsModel</name>
    <message>
        <source>The step at which it runs in the order %1</source>
        <translation>它在顺序“%1”中运行的步</translation>
    </message>
    <message>
        <source>The step at which it runs in one of the orders</source>
        <translation>它在其中一个顺序中运行的步</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>From</source>
        <translation>原步</translation>
    </message>
    <message>
        <source>To</source>
        <translation>新步</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>The stream that it runs on, in either order</source>
        <translation>它所在的流，两种顺序中相同</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Operators that moved past others; operators that only made room are not listed</source>
        <translation>越过其他算子的算子；只是为其让位的不列出</translation>
    </message>
    <message>
        <source>How many steps later it runs; sorted by distance</source>
        <translation>推迟运行的步数；按距离排序，不论方向</translation>
    </message>
</context>
<context>
    <name>stowage::MovedOperatorsView</name>
    <message>
        <source>Find by name</source>
        <translation>按名称查找</translation>
    </message>
    <message>
        <source>Filter moved operators by name</source>
        <translation>按名称筛选移动的算子</translation>
    </message>
    <message>
        <source>Moved operators</source>
        <translation>移动的算子</translation>
    </message>
    <message>
        <source>Choose two orders in the table to see which operators differ.</source>
        <translation>在表中选择两个顺序，以查看哪些算子不同。</translation>
    </message>
    <message>
        <source>Every operator runs at the same step in both orders.</source>
        <translation>每个算子在两个顺序中都在同一步运行。</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%L1 of %L2 shown</source>
        <translation>显示 %L1 个，共 %L2 个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s) moved</source>
        <translation>
            <numerusform>%Ln 个算子移动</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::MovedPane</name>
    <message>
        <source>Find by name</source>
        <translation>按名称查找</translation>
    </message>
    <message>
        <source>Filter moved tensors by name</source>
        <translation>按名称筛选移动的张量</translation>
    </message>
    <message>
        <source>Only tensors alive in these steps, in either plan, are shown</source>
        <translation>只显示在任一方案中于这些步存活的张量</translation>
    </message>
    <message>
        <source>Moved tensors</source>
        <translation>移动的张量</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Every tensor is where it was: the two plans are the same.</source>
        <translation>每个张量都在原处：两个方案相同。</translation>
    </message>
    <message>
        <source>Nothing to compare with yet. Open A | B, or pin a plan as the baseline.</source>
        <translation>还没有可对比的内容。打开 A | B，或将一个方案固定为基线。</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1 / %2</translation>
    </message>
    <message>
        <source>%1 moved (%2)</source>
        <translation>%1 个移动（%2）</translation>
    </message>
    <message>
        <source> · %1 unmoved</source>
        <translation> · %1 个未移动</translation>
    </message>
    <message>
        <source> · %1 new (%2)</source>
        <translation> · %1 个新增（%2）</translation>
    </message>
    <message>
        <source> · %1 gone (%2)</source>
        <translation> · %1 个消失（%2）</translation>
    </message>
</context>
<context>
    <name>stowage::NeighbourhoodView</name>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; and &lt;b&gt;%2&lt;/b&gt;&lt;br&gt;may never share memory; click to see why</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 和 &lt;b&gt;%2&lt;/b&gt;&lt;br&gt;绝不能共用内存；单击查看原因</translation>
    </message>
    <message>
        <source>Neighbourhood of conflicts</source>
        <translation>冲突的邻域</translation>
    </message>
    <message>
        <source>Start from the largest tensor at the peak</source>
        <translation>从峰值处最大的张量开始</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation>未打开计算图。</translation>
    </message>
    <message>
        <source>The neighbourhood could not be drawn: %1</source>
        <translation>无法绘制邻域：%1</translation>
    </message>
    <message>
        <source>Select a tensor to see which others may never share its memory.</source>
        <translation>选择一个张量，查看哪些张量绝不能共用它的内存。</translation>
    </message>
    <message>
        <source>Placing the neighbourhood…</source>
        <translation>正在排布邻域…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln neighbour(s) drawn</source>
        <translation>
            <numerusform>绘制 %Ln 个邻居</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln smaller than %1 not drawn</source>
        <translation>
            <numerusform>小于 %1 的 %Ln 个未绘制</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more beyond the limit of %Ln tensor(s)</source>
        <translation>
            <numerusform>超出 %Ln 个张量上限的另有 %1 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln outside the time range</source>
        <translation>
            <numerusform>时间范围之外 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the selected not drawn</source>
        <translation>
            <numerusform>所选张量中 %Ln 个未绘制</numerusform>
        </translation>
    </message>
    <message>
        <source>as before the edit</source>
        <translation>仍为编辑之前的状态</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Around %1: %2</source>
        <translation>%1 周围：%2</translation>
    </message>
    <message>
        <source>Finding the unsafe pairs…</source>
        <translation>正在查找不安全对…</translation>
    </message>
    <message>
        <source>laying out…</source>
        <translation>正在排布…</translation>
    </message>
</context>
<context>
    <name>stowage::NoteDialog</name>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note on %1 (empty: none):</source>
        <translation>%1 的备注（空：无备注）：</translation>
    </message>
</context>
<context>
    <name>stowage::NotesKeeper</name>
    <message>
        <source>Reading the notes…</source>
        <translation>正在读取备注…</translation>
    </message>
    <message>
        <source>Saving the notes…</source>
        <translation>正在保存备注…</translation>
    </message>
    <message>
        <source>Could not save the notes: %1</source>
        <translation>无法保存备注：%1</translation>
    </message>
    <message>
        <source>Could not read the notes. Their file is unchanged. %1</source>
        <translation>备注未读取，其文件保持原样。%1</translation>
    </message>
    <message>
        <source>Notes beside that file already exist and are kept: %1</source>
        <translation>该文件旁边已有备注，保持原样：%1</translation>
    </message>
</context>
<context>
    <name>stowage::Numbers</name>
    <message>
        <source>%1 byte</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
</context>
<context>
    <name>stowage::OffsetBox</name>
    <message>
        <source>Offset in bytes</source>
        <translation>偏移（字节）</translation>
    </message>
    <message>
        <source>Up and Down step from edge to edge; or type any offset</source>
        <translation>上、下键在边缘之间移动；也可输入任意偏移</translation>
    </message>
</context>
<context>
    <name>stowage::OpenDocument</name>
    <message>
        <source>Set the alignment to %1</source>
        <translation>对齐为 %1</translation>
    </message>
    <message>
        <source>Show memory space %1</source>
        <translation>显示内存空间 %1</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移到 %2</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln tensor(s) to %1</source>
        <translation>
            <numerusform>将 %Ln 个张量移到 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>the previous edit is still running</source>
        <translation>前一次编辑仍在进行</translation>
    </message>
    <message>
        <source>a change is previewed; apply it or go back first</source>
        <translation>正在预览一项更改；请先应用它或返回</translation>
    </message>
    <message>
        <source>loops and branches are not counted: %1</source>
        <translation>未计入循环和分支：%1</translation>
    </message>
</context>
<context>
    <name>stowage::Opening</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Order of %1</source>
        <translation>%1 的顺序</translation>
    </message>
    <message>
        <source>%1 is a valid plan for this graph.</source>
        <translation>%1 对此计算图是有效的方案。</translation>
    </message>
    <message>
        <source>Could not open the file: %1</source>
        <translation>无法打开文件：%1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Reload %1?</source>
        <translation>重新载入 %1？</translation>
    </message>
    <message>
        <source>Your unsaved changes will be lost.</source>
        <translation>未保存的更改将丢失。</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新载入(&amp;R)</translation>
    </message>
    <message>
        <source>%1 has changed on disk.</source>
        <translation>%1 在磁盘上已被更改。</translation>
    </message>
    <message>
        <source>%1 is no longer on disk. This window still has the graph.</source>
        <translation>%1 已不在磁盘上。此窗口仍保留该计算图。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Unsaved edits of %1 from %2.</source>
        <translation>%1 有 %2 未保存的更改。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Only the memory space %1 could be restored.</source>
        <translation>只能恢复内存空间 %1。</translation>
    </message>
    <message>
        <source>The file on disk is broken: %1</source>
        <translation>磁盘上的文件已损坏：%1</translation>
    </message>
</context>
<context>
    <name>stowage::OperatorMenus</name>
    <message>
        <source>&amp;All on one stream</source>
        <translation>全部放到一条流(&amp;A)</translation>
    </message>
    <message>
        <source>There is one stream only</source>
        <translation>只有一条流</translation>
    </message>
    <message>
        <source>One stream &amp;each</source>
        <translation>每个算子一条流(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Move to stream</source>
        <translation>移到流(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New stream</source>
        <translation>新的流(&amp;N)</translation>
    </message>
    <message>
        <source>Move ea&amp;rlier</source>
        <translation>提前(&amp;R)</translation>
    </message>
    <message>
        <source>Move &amp;later</source>
        <translation>推后(&amp;L)</translation>
    </message>
    <message>
        <source>For one operator at a time</source>
        <translation>一次只能移动一个算子</translation>
    </message>
    <message>
        <source>It must stay after %1</source>
        <translation>它必须在 %1 之后</translation>
    </message>
    <message>
        <source>It must stay before %1</source>
        <translation>它必须在 %1 之前</translation>
    </message>
    <message>
        <source>Remove s&amp;ync from %1 to %2</source>
        <translation>删除从 %1 到 %2 的同步(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Sync from %1 to %2</source>
        <translation>从 %1 到 %2 的同步(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Sync from … to …</source>
        <translation>从 … 到 … 的同步(&amp;S)</translation>
    </message>
    <message>
        <source>Select two operators, or drag from one&apos;s right edge to the other</source>
        <translation>选择两个算子，或从一个的右边缘拖到另一个</translation>
    </message>
    <message>
        <source>Remove s&amp;ync</source>
        <translation>删除同步(&amp;Y)</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Group outputs contiguously</source>
        <translation>将输出设为连续组(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>删除(&amp;M)</translation>
    </message>
    <message>
        <source>Only a stream without operators can be removed</source>
        <translation>只能删除没有算子的流</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>As the &amp;palette has it</source>
        <translation>按调色板(&amp;P)</translation>
    </message>
    <message>
        <source>Mer&amp;ge into</source>
        <translation>合并到(&amp;G)</translation>
    </message>
    <message>
        <source>Experiment: how much memory without concurrency? Undo reverts it</source>
        <translation>实验：没有并发时需要多少内存？撤销即可恢复</translation>
    </message>
    <message>
        <source>Experiment: each operator on its own stream, ordered by data and syncs</source>
        <translation>实验：每个算子在自己的流上，只按数据和同步排序</translation>
    </message>
    <message>
        <source>Choose among all %1 streams…</source>
        <translation>从全部 %1 条流中选择…</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Rename stream</source>
        <translation>重命名流</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
</context>
<context>
    <name>stowage::OrderBands</name>
    <message>
        <source>&amp;None</source>
        <translation>无(&amp;N)</translation>
    </message>
    <message>
        <source>Looking for parts of the order…</source>
        <translation>正在寻找顺序的各部分…</translation>
    </message>
    <message>
        <source>Shade layers and open modules in map, graph and lanes</source>
        <translation>在内存图、计算图和泳道上以色带显示层与模块，细到已展开的模块</translation>
    </message>
    <message>
        <source>Shade the segments between operators that all others must wait for</source>
        <translation>在所有其他算子都须等待的两个算子之间运行的部分，以条带显示在内存图、计算图和泳道上</translation>
    </message>
    <message>
        <source>Shade the steps that ROAM would order on their own</source>
        <translation>ROAM 会单独排序的步，以条带显示在内存图、计算图和泳道上</translation>
    </message>
    <message>
        <source>This graph has no such parts, so no bands are drawn.</source>
        <translation>此计算图没有这样的部分：不绘制条带。</translation>
    </message>
    <message>
        <source>Shade iterations and branches; a click zooms to one</source>
        <translation>为迭代和分支加底纹；点击可放大其中之一</translation>
    </message>
</context>
<context>
    <name>stowage::OrderChart</name>
    <message>
        <source>parts of: %1</source>
        <translation>分段属于：%1</translation>
    </message>
    <message>
        <source>Run one at a time: %1</source>
        <translation>逐个运行：%1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Side by side: %1</source>
        <translation>各流并行：%1</translation>
    </message>
    <message>
        <source>One at a time: %1</source>
        <translation>逐个：%1</translation>
    </message>
    <message>
        <source>Memory of the compared orders, step by step</source>
        <translation>所比较顺序的逐步内存</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <translation>%1：峰值 %2</translation>
    </message>
    <message>
        <source>%1 · %2 (%3)</source>
        <translation>%1 · %2（%3）</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Step %L1</source>
        <translation>步 %L1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>stowage::OrderStudy</name>
    <message>
        <source>Stopped before it had an order</source>
        <translation>得到顺序之前已停止</translation>
    </message>
    <message>
        <source>It found no order within a minute</source>
        <translation>一分钟内没有找到顺序</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>of %1, by %2</source>
        <translation>来自 %1，由 %2 得出</translation>
    </message>
    <message>
        <source>Bounding the orders…</source>
        <translation>正在求各顺序的界…</translation>
    </message>
    <message>
        <source>Checking the order of the graph…</source>
        <translation>正在检查计算图的顺序…</translation>
    </message>
    <message>
        <source>Looking for an order…</source>
        <translation>正在寻找顺序…</translation>
    </message>
    <message>
        <source>Looking for orders: %1 of %2</source>
        <translation>正在寻找顺序：%1 / %2</translation>
    </message>
    <message>
        <source>Stopping the search. The best order so far is kept.</source>
        <translation>正在停止搜索。目前最佳的顺序保留。</translation>
    </message>
</context>
<context>
    <name>stowage::OrderTableModel</name>
    <message>
        <source>the order of %1</source>
        <translation>与 %1 的顺序相同</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>运行中…</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>in use · %1</source>
        <translation>使用中 · %1</translation>
    </message>
    <message>
        <source>%1 alive at the peak, step %L2. No plan in this order is smaller.</source>
        <translation>峰值位于步 %L2，存活 %1。按此顺序的任何方案都不会更小。</translation>
    </message>
    <message>
        <source>Until the order was found</source>
        <translation>直到找到该顺序为止</translation>
    </message>
    <message>
        <source>No bound has been proved yet</source>
        <translation>尚未证明任何下界</translation>
    </message>
    <message>
        <source>Optimal: no order has a smaller peak than %1</source>
        <translation>最优：没有任何顺序的峰值小于 %1</translation>
    </message>
    <message>
        <source>Every order has a peak of at least %1</source>
        <translation>任何顺序的峰值都至少为 %1</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Most bytes alive at one step: no plan in this order is smaller</source>
        <translation>单步存活字节数的最大值：按此顺序的任何方案都不会更小</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>结束情况</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>%1 alive at the peak, step %L2, if the operators run one at a time. No plan in this order is smaller.</source>
        <translation>若算子逐个运行，峰值在步 %L2，同时存活 %1。此顺序下没有更小的方案。</translation>
    </message>
    <message>
        <source>With the streams side by side, every plan in this order needs at least %1</source>
        <translation>各流并行时，此顺序下的任何规划至少需要 %1</translation>
    </message>
    <message>
        <source>Run one at a time, no order has a smaller peak than %1; with the streams side by side, another order may need less</source>
        <translation>若逐个运行，没有任何顺序的峰值小于 %1；各流并行时，别的顺序可能需要更少</translation>
    </message>
    <message>
        <source>Run one at a time, every order has a peak of at least %1</source>
        <translation>若逐个运行，任何顺序的峰值至少为 %1</translation>
    </message>
    <message>
        <source>Most bytes alive at one step if the operators run one at a time: no plan in this order is smaller</source>
        <translation>算子逐个运行时同一步存活的最多字节：此顺序下没有更小的方案</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Peak with the streams side by side: not computed yet</source>
        <translation>各流并行时的峰值：尚未计算</translation>
    </message>
    <message>
        <source>The order&apos;s name; bold: the current order of the graph</source>
        <translation>顺序的名称；粗体：计算图当前的顺序</translation>
    </message>
    <message>
        <source>How far the peak is above the bound proved for every order, with operators one at a time</source>
        <translation>算子逐个运行时，峰值高出对任何顺序都已证明的下界多少</translation>
    </message>
    <message>
        <source>How far the peak is above the bound proved for every order</source>
        <translation>峰值高出对任何顺序都已证明的下界多少</translation>
    </message>
    <message>
        <source>Time to find the order</source>
        <translation>找到它所用的时间</translation>
    </message>
    <message>
        <source>Lower bound with streams side by side: the heaviest clique. Bold: smallest</source>
        <translation>各流并行时的下界：最重的团。粗体：最小者</translation>
    </message>
</context>
<context>
    <name>stowage::OrdersPane</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Find an order with the selected strategies (Enter); a minute each at most</source>
        <translation>用选中的策略寻找顺序（回车）；每个最多一分钟</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Use this order</source>
        <translation>使用此顺序</translation>
    </message>
    <message>
        <source>Orders of the operators</source>
        <translation>算子的顺序</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Moved operators</source>
        <translation>移动的算子</translation>
    </message>
    <message>
        <source>Open a graph to see in which other orders it could run.</source>
        <translation>打开计算图，查看它还能以哪些顺序运行。</translation>
    </message>
    <message>
        <source>This graph has no operators to put into an order.</source>
        <translation>此计算图没有可以排序的算子。</translation>
    </message>
    <message>
        <source>Footprints</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Checking the order of the graph…</source>
        <translation>正在检查计算图的顺序…</translation>
    </message>
    <message>
        <source>Or&amp;ders…</source>
        <translation>顺序(&amp;D)…</translation>
    </message>
    <message>
        <source>Export image of the orders</source>
        <translation>导出顺序的图像</translation>
    </message>
    <message>
        <source>Find an order with every strategy that has no order yet</source>
        <translation>用每个尚无顺序的策略寻找顺序</translation>
    </message>
    <message>
        <source>Stop; the running strategy keeps its best order</source>
        <translation>停止；正在运行的策略保留其最佳顺序</translation>
    </message>
    <message>
        <source>Apply the selected order to the graph; can be undone</source>
        <translation>将计算图的算子排成选中的顺序；可以撤销</translation>
    </message>
    <message>
        <source>Progress of the search for orders</source>
        <translation>寻找顺序的进度</translation>
    </message>
    <message>
        <source>Orders are measured without outputs in place.</source>
        <translation>衡量各顺序时不让输出覆写输入。</translation>
    </message>
    <message>
        <source>This file has recorded lifetimes but no operators, so there is nothing to reorder.</source>
        <translation>此文件只有记录的生命周期，没有算子，因此没有可重排的内容。</translation>
    </message>
    <message>
        <source>Mo&amp;ved operators…</source>
        <translation>移动的算子(&amp;V)…</translation>
    </message>
    <message>
        <source>Export image of the moved operators</source>
        <translation>导出移动算子的图像</translation>
    </message>
    <message>
        <source>moved operators</source>
        <translation>移动的算子</translation>
    </message>
    <message>
        <source>Export image of the footprints</source>
        <translation>导出占用表的图像</translation>
    </message>
    <message>
        <source>footprint of each order with each strategy</source>
        <translation>每种顺序在每种策略下的占用</translation>
    </message>
    <message>
        <source>Footprints &amp;by order…</source>
        <translation>各顺序的占用(&amp;B)…</translation>
    </message>
    <message>
        <source>Gap: peak above %1, the bound for every order. Gaps of plans are for their order only.</source>
        <translation>差距：峰值高出 %1 的部分，后者是所有顺序的下界。方案的差距只针对其自身的顺序。</translation>
    </message>
    <message>
        <source>Select an order to compare with the given one; Ctrl selects two</source>
        <translation>选择一个顺序与原顺序比较，或按住 Ctrl 选择两个</translation>
    </message>
    <message>
        <source>Not everything is counted.</source>
        <translation>并非全部都已计入。</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>顺序</translation>
    </message>
</context>
<context>
    <name>stowage::OverviewStrip</name>
    <message>
        <source>Overview of the bytes alive</source>
        <translation>存活字节总览</translation>
    </message>
    <message>
        <source>%1 to %2 in view</source>
        <translation>所见：%1 至 %2</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>总览</translation>
    </message>
</context>
<context>
    <name>stowage::Palettes</name>
    <message>
        <source>Okabe and Ito</source>
        <translation>Okabe 和 Ito</translation>
    </message>
    <message>
        <source>Tol, muted</source>
        <translation>Tol 柔和</translation>
    </message>
</context>
<context>
    <name>stowage::Pane</name>
    <message>
        <source>Export &amp;image…</source>
        <translation>导出图像(&amp;I)…</translation>
    </message>
</context>
<context>
    <name>stowage::Peak</name>
    <message>
        <source>The bound: %1 alive at %2.</source>
        <translation>下界：存活 %1（%2）。</translation>
    </message>
    <message>
        <source>The bound: the largest block that must lie end to end, %1.</source>
        <translation>下界：必须首尾相接的最大块，%1。</translation>
    </message>
    <message>
        <source>The bound: a strategy has proved by search that no plan is smaller than %1.</source>
        <translation>下界：有策略通过搜索证明，没有方案小于 %1。</translation>
    </message>
    <message>
        <source>present from the start</source>
        <translation>一开始就存在</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s)</source>
        <translation>
            <numerusform>其他 %Ln 个</numerusform>
        </translation>
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
        <source>no kind</source>
        <translation>无种类</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The clique: %1</source>
        <translation>团：%1</translation>
    </message>
    <message>
        <source>Alive at %1: %2</source>
        <translation>存活于%1：%2</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation>未打开计算图。</translation>
    </message>
    <message>
        <source>The bounds are being computed…</source>
        <translation>正在计算下界…</translation>
    </message>
    <message>
        <source>The plan shown is aligned to %1, the bound of %2 to %3: they cannot be compared.</source>
        <translation>所示方案的对齐为 %1，下界 %2 的对齐为 %3：两者无法比较。</translation>
    </message>
    <message>
        <source>%1 (%2) above the bound: footprint %3, bound %4.</source>
        <translation>比下界高 %1（%2）：占用 %3，下界 %4。</translation>
    </message>
    <message>
        <source>The heaviest set of tensors that may never share memory is still being computed…</source>
        <translation>绝不能共用内存的张量集合中最大权的一个仍在计算…</translation>
    </message>
    <message>
        <source>From lifetimes only: the heaviest set of tensors that may never share memory was not computed.</source>
        <translation>仅由生命周期得出：没有计算绝不能共用内存的最大权张量集合。</translation>
    </message>
    <message>
        <source>The shown order needs as much at %1.</source>
        <translation>所示顺序也需要这么多（%1）。</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>Of the clique: %1</source>
        <translation>团中：%1</translation>
    </message>
    <message>
        <source>Alive at %1, the fullest: %2</source>
        <translation>存活最多的%1：%2</translation>
    </message>
    <message>
        <source>Footprint and bound are both %1: %2.</source>
        <translation>占用与下界均为 %1：%2。</translation>
    </message>
    <message>
        <source>Reserved %1 at its peak: %2 against the bound of %3.</source>
        <translation>峰值时保留 %1：与下界 %3 相比 %2。</translation>
    </message>
    <message>
        <source>No plan yet; every plan needs at least %1.</source>
        <translation>还没有方案；任何方案都不会小于 %1。</translation>
    </message>
    <message>
        <source>The plan needs the streams in the host&apos;s order, but the bound of %1 holds for any order: they cannot be compared.</source>
        <translation>所示方案要求各流按主机的顺序运行，而 %1 的下界对任何顺序都成立：两者无法比较。</translation>
    </message>
    <message>
        <source>The plan is not safe, so the bound of %1 does not apply to it.</source>
        <translation>不是安全的方案，因此 %1 的下界对它没有意义。</translation>
    </message>
    <message>
        <source>The bound: %1 that must all stay apart, plus %2 left unused inside groups and between aligned tensors.</source>
        <translation>下界：%1，它们必须全部分开，另加组内和对齐的张量之间未使用的 %2。</translation>
    </message>
    <message>
        <source>The bound: %1 that must all stay apart, so their sizes add up.</source>
        <translation>下界：%1，它们必须全部分开，因此大小相加。</translation>
    </message>
    <message>
        <source>In this order %1 are alive at once; in another interleaving, %2.</source>
        <translation>按此顺序同时存活 %1；在另一种交错方式中为 %2。</translation>
    </message>
    <message>
        <source>Alive at %1: %2, %3 of it twice: outputs lie over inputs</source>
        <translation>存活于%1：%2，其中 %3 计了两次：输出位于输入之上</translation>
    </message>
    <message>
        <source>Footprint %1, bound %2</source>
        <translation>占用 %1，下界 %2</translation>
    </message>
    <message>
        <source>%1: the offsets were assumed, so there is no gap.</source>
        <translation>%1：偏移是假设的，因此没有差距。</translation>
    </message>
    <message>
        <source>%1: not everything is counted, so there is no gap.</source>
        <translation>%1：并非全部计入，因此没有差距。</translation>
    </message>
    <message>
        <source>The bound: one tensor alone needs as much.</source>
        <translation>下界：单个张量就需要这么多。</translation>
    </message>
</context>
<context>
    <name>stowage::PeakModel</name>
    <message>
        <source>from the start</source>
        <translation>从一开始</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
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
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Bytes it takes, rounded up to the alignment</source>
        <translation>它占的字节数，按对齐向上取整</translation>
    </message>
    <message>
        <source>The stream of the operator that writes it</source>
        <translation>写入它的算子所在的流</translation>
    </message>
    <message>
        <source>The phase of the operator that writes it: forward, backward …</source>
        <translation>写入它的算子所在的阶段：前向、反向……</translation>
    </message>
    <message>
        <source>A tensor that is alive together with all other listed tensors</source>
        <translation>与列表中其他张量同时存活的张量</translation>
    </message>
    <message>
        <source>Its share of all listed bytes</source>
        <translation>它在所列全部字节中的占比</translation>
    </message>
    <message>
        <source>The kind of its producer: Conv, MatMul …</source>
        <translation>写入它的算子做什么：Conv、MatMul……</translation>
    </message>
    <message>
        <source>Kind in the file: weight, activation, gradient…</source>
        <translation>文件中的种类：权重、激活值、梯度等</translation>
    </message>
</context>
<context>
    <name>stowage::PeakPane</name>
    <message>
        <source>Bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>The tensors that prove the bound</source>
        <translation>证明下界的张量</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Select the listed tensors in every view</source>
        <translation>在所有视图中选择列出的张量</translation>
    </message>
    <message>
        <source>Only tensors alive in these steps are listed</source>
        <translation>只列出在这些步中存活的张量</translation>
    </message>
    <message>
        <source>Tensors at the peak</source>
        <translation>峰值处的张量</translation>
    </message>
    <message>
        <source>Contributors by</source>
        <translation>贡献者分类</translation>
    </message>
    <message>
        <source>By stream</source>
        <translation>按流</translation>
    </message>
    <message>
        <source>By phase</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按种类</translation>
    </message>
    <message>
        <source>Contributors</source>
        <translation>贡献者</translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation>总和 %1</translation>
    </message>
    <message>
        <source>(As before the edit.)</source>
        <translation>（仍为编辑之前的状态。）</translation>
    </message>
    <message>
        <source>%1 only  ✕</source>
        <translation>仅 %1  ✕</translation>
    </message>
    <message>
        <source>%1 only</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>; listed: %1</source>
        <translation>；已列出：%1</translation>
    </message>
    <message>
        <source>&amp;Peak…</source>
        <translation>峰值(&amp;P)…</translation>
    </message>
    <message>
        <source>Export image of the peak</source>
        <translation>导出峰值的图像</translation>
    </message>
    <message>
        <source>Only this contributor&apos;s tensors are listed. Click to list all again</source>
        <translation>只列出此贡献者的张量；单击恢复列出全部</translation>
    </message>
    <message>
        <source>Footprint and bound are for all steps, not only %1.</source>
        <translation>占用和下界针对所有步，不只是%1。</translation>
    </message>
    <message>
        <source>Hi&amp;ghlight in map</source>
        <translation>在图中突出显示(&amp;G)</translation>
    </message>
    <message numerus="yes">
        <source>Hi&amp;ghlight these %Ln in map</source>
        <translation>
            <numerusform>在图中突出显示这 %Ln 个(&amp;G)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Hi&amp;ghlight all %Ln in map</source>
        <translation>
            <numerusform>在图中突出显示全部 %Ln 个(&amp;G)</numerusform>
        </translation>
    </message>
    <message>
        <source>The tensors alive at the time cursor, or at the peak</source>
        <translation>在时间游标处或峰值处存活的张量</translation>
    </message>
</context>
<context>
    <name>stowage::Phases</name>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
</context>
<context>
    <name>stowage::PlanHeader</name>
    <message>
        <source>±0</source>
        <translation>±0</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Footprint %1; the other side needs %2</source>
        <translation>占用 %1；另一侧需要 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Makespan %1; the other side takes %2</source>
        <translation>总时长 %1；另一侧需 %2</translation>
    </message>
    <message>
        <source>being planned again</source>
        <translation>正在重新规划</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
</context>
<context>
    <name>stowage::PlanPresenter</name>
    <message numerus="yes">
        <source>%1; the sizes of %Ln tensor(s) are unknown</source>
        <translation>
            <numerusform>%1；%Ln 个张量的大小未知</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 (%3) against the baseline</source>
        <translation>%1，相对基线 %2（%3）</translation>
    </message>
    <message>
        <source>%1 was cancelled. Previous plan kept.</source>
        <translation>%1 已取消；保留上一次运行的方案。</translation>
    </message>
    <message>
        <source>%1 was cancelled; it has no plan.</source>
        <translation>%1 已取消；没有得到方案。</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>没有方案：%1</translation>
    </message>
    <message>
        <source>%1 found no smaller plan. Previous plan kept.</source>
        <translation>%1 没有找到更小的方案；保留上一次运行的方案。</translation>
    </message>
    <message>
        <source>No plan by %1. %2</source>
        <translation>%1 没有得到方案。%2</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>未打开任何文件</translation>
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
        <source>planned by %1 in %2</source>
        <translation>由“%1”规划，用时 %2</translation>
    </message>
    <message>
        <source>planned in %1</source>
        <translation>规划用时 %1</translation>
    </message>
    <message>
        <source>planning cancelled at %1</source>
        <translation>规划已取消于 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Finding unsafe pairs…</source>
        <translation>正在查找不安全对…</translation>
    </message>
    <message>
        <source>Planning: %1</source>
        <translation>正在规划：%1</translation>
    </message>
    <message>
        <source>Proving the bound…</source>
        <translation>正在证明下界…</translation>
    </message>
    <message>
        <source>Checking the imported plan…</source>
        <translation>正在检查导入的方案…</translation>
    </message>
    <message>
        <source>Running %1…</source>
        <translation>正在运行 %1…</translation>
    </message>
    <message>
        <source>The search for a better bound was cancelled; all %1 strategies are done.</source>
        <translation>更优下界的搜索已取消；%1 个策略已全部完成。</translation>
    </message>
    <message>
        <source>The check of the imported plan was cancelled.</source>
        <translation>对导入方案的检查已取消。</translation>
    </message>
    <message>
        <source>the imported plan</source>
        <translation>导入的方案</translation>
    </message>
    <message>
        <source>makespan %1</source>
        <translation>总时长 %1</translation>
    </message>
    <message>
        <source>%1, %2 against the baseline</source>
        <translation>%1，与基线相比 %2</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>not safe</source>
        <translation>不安全</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>optimal</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>No plan is smaller for this order and these streams</source>
        <translation>在此顺序和这些流下，没有更小的方案</translation>
    </message>
    <message>
        <source>How far the footprint is above the lower bound</source>
        <translation>占用高出下界多少</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>Since baseline</source>
        <translation>相对基线</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln operator(s) without a duration</source>
        <translation>
            <numerusform>%Ln 个算子中有 %1 个没有时长</numerusform>
        </translation>
    </message>
    <message>
        <source>Planning stopped after %1 strategies. Press F5 to plan again.</source>
        <translation>已在完成 %1 个策略后停止规划。按 F5 重新规划。</translation>
    </message>
    <message>
        <source>Stopping %1. Its best plan so far is kept.</source>
        <translation>正在停止 %1；保留它找到的最佳方案。</translation>
    </message>
    <message>
        <source>%1 has no plan yet. Press F5 to plan again.</source>
        <translation>%1 尚无方案。按 F5 重新规划。</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>未计入</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>last edit: %1</source>
        <translation>上次编辑：%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>The order by %1 makes the plan %2 larger: %3 instead of %4.</source>
        <translation>%1 的顺序使方案增大 %2：%3，之前 %4。</translation>
    </message>
    <message>
        <source>The order by %1 makes the plan %2 smaller: %3 instead of %4.</source>
        <translation>%1 的顺序使方案减小 %2：%3，之前 %4。</translation>
    </message>
    <message>
        <source>The order by %1 leaves the footprint at %2.</source>
        <translation>%1 的顺序使占用保持为 %2。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Loops and branches</source>
        <translation>循环和分支</translation>
    </message>
    <message>
        <source>Could not lay out the bodies</source>
        <translation>无法展开</translation>
    </message>
    <message numerus="yes">
        <source>%1 unsafe pair(s) of places</source>
        <translation>
            <numerusform>%1 个位置的不安全对</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::Planning</name>
    <message>
        <source>the tensors of the graph have changed</source>
        <translation>计算图的张量现已不同</translation>
    </message>
</context>
<context>
    <name>stowage::PreferencesDialog</name>
    <message>
        <source>&amp;Hatch them, so that they differ without colour</source>
        <translation>加斜线等图案，不靠颜色也能区分(&amp;H)</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>KiB, MiB: powers of 1,024</source>
        <translation>KiB、MiB：1,024 的幂</translation>
    </message>
    <message>
        <source>kB, MB: powers of 1,000</source>
        <translation>kB、MB：1,000 的幂</translation>
    </message>
    <message>
        <source>Exact bytes</source>
        <translation>精确字节</translation>
    </message>
    <message>
        <source>&amp;Amounts of memory:</source>
        <translation>内存数量(&amp;A)：</translation>
    </message>
    <message>
        <source>Tables in files always have exact bytes</source>
        <translation>文件中的表格始终使用精确字节</translation>
    </message>
    <message>
        <source>Decimal: 4,096</source>
        <translation>十进制：4,096</translation>
    </message>
    <message>
        <source>Hexadecimal: 0x1000</source>
        <translation>十六进制：0x1000</translation>
    </message>
    <message>
        <source>&amp;Offsets:</source>
        <translation>偏移(&amp;O)：</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Colours of streams and classes:</source>
        <translation>流和类别的颜色(&amp;C)：</translation>
    </message>
    <message>
        <source>Automatic (%1)</source>
        <translation>自动（%1）</translation>
    </message>
    <message>
        <source>Th&amp;reads that plan:</source>
        <translation>规划线程数(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>How offsets in the buffer are written in every view</source>
        <translation>各视图中缓冲区偏移的写法</translation>
    </message>
    <message>
        <source>Exported images always have a white background</source>
        <translation>导出的图像始终为白色背景</translation>
    </message>
    <message>
        <source>All palettes are safe for colour-blind readers</source>
        <translation>所有调色板都适合色盲读者</translation>
    </message>
    <message>
        <source>Adds hatching so that streams can be told apart without colour</source>
        <translation>添加斜线，使各流不靠颜色也能区分</translation>
    </message>
    <message>
        <source>How many strategies run at once; plans do not depend on it</source>
        <translation>同时运行多少个策略；方案与此无关</translation>
    </message>
    <message>
        <source>Takes effect when Stowage is restarted</source>
        <translation>重新启动 Stowage 后生效</translation>
    </message>
    <message>
        <source>Restart Stowage to change the language.</source>
        <translation>重新启动 Stowage 以更改语言。</translation>
    </message>
</context>
<context>
    <name>stowage::PreviewBar</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Keep the previewed change</source>
        <translation>保留预览的改动</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Remove the previewed change</source>
        <translation>取消预览的改动</translation>
    </message>
    <message>
        <source>Preview: %1</source>
        <translation>预览：%1</translation>
    </message>
</context>
<context>
    <name>stowage::PrintPreview</name>
    <message>
        <source>Drawing the page…</source>
        <translation>正在绘制页面…</translation>
    </message>
</context>
<context>
    <name>stowage::RangeButton</name>
    <message>
        <source>steps %1 to %2</source>
        <translation>第 %1 至 %2 步</translation>
    </message>
    <message>
        <source>%1: show all again</source>
        <translation>%1：恢复显示全部</translation>
    </message>
    <message>
        <source>%1  ✕</source>
        <translation>%1  ✕</translation>
    </message>
    <message>
        <source>%1 only</source>
        <translation>仅%1</translation>
    </message>
</context>
<context>
    <name>stowage::RangeNote</name>
    <message>
        <source>These numbers are for all steps, not only %1.</source>
        <translation>此处针对所有步，不只是%1。</translation>
    </message>
</context>
<context>
    <name>stowage::ReadingDialog</name>
    <message>
        <source>Reading options</source>
        <translation>读取选项</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message numerus="yes">
        <source>The size of %Ln tensor(s) depends on it</source>
        <translation>
            <numerusform>%Ln 个张量的大小取决于它</numerusform>
        </translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>&amp;Device:</source>
        <translation>设备(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Streams run in the host&apos;s order</source>
        <translation>各流按主机的顺序运行(&amp;S)</translation>
    </message>
    <message>
        <source>A snapshot does not record which streams wait for each other. Without this assumption, no stream reuses the memory of another stream. With it, a plan is safe only if the program keeps the recorded order.</source>
        <translation>快照不记录哪些流相互等待。不作此假设时，任何流都不复用其他流的内存。作此假设时，只有程序保持记录的顺序，方案才安全。</translation>
    </message>
    <message>
        <source>The model leaves these dimensions open. Until you set them, sizes that depend on them come from the file or are unknown. Plans do not count unknown sizes.</source>
        <translation>模型未确定这些维度。在给出之前，依赖它们的大小取文件中存储的值，或者未知：这时任何方案都不计入。</translation>
    </message>
    <message>
        <source>A device that ran out of memory, otherwise the device with the most events</source>
        <translation>内存不足的设备，否则事件最多的设备</translation>
    </message>
    <message>
        <source>Each stream waits for earlier records, so streams reuse each other&apos;s memory</source>
        <translation>每个流都等待先前记录的一切，因此各流可以复用彼此的内存</translation>
    </message>
    <message>
        <source>As the header says</source>
        <translation>按表头所述</translation>
    </message>
    <message>
        <source>Half-open: [lower, upper)</source>
        <translation>半开：[lower, upper)</translation>
    </message>
    <message>
        <source>Closed: [lower, upper]</source>
        <translation>闭：[lower, upper]</translation>
    </message>
    <message>
        <source>Open: (lower, upper)</source>
        <translation>开：(lower, upper)</translation>
    </message>
    <message>
        <source>Interval ends</source>
        <translation>区间端点</translation>
    </message>
    <message>
        <source>&amp;Interval ends:</source>
        <translation>区间端点(&amp;I)：</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>与文件相同</translation>
    </message>
    <message numerus="yes">
        <source>%Ln given</source>
        <translation>
            <numerusform>已给出 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>From a &amp;CSV file…</source>
        <translation>来自 CSV 文件(&amp;C)…</translation>
    </message>
    <message>
        <source>Sizes of tensors: the columns tensor and bytes; a tensor of a body has a path: if:then/x</source>
        <translation>张量的大小：列 tensor 和 bytes；体内的张量以路径表示：if:then/x</translation>
    </message>
    <message>
        <source>Sizes of tensors:</source>
        <translation>张量的大小：</translation>
    </message>
</context>
<context>
    <name>stowage::Recorded</name>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>largest free block</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>%1 (%2 of it pending frees)</source>
        <translation>%1（其中 %2 待完成释放）</translation>
    </message>
    <message>
        <source>reserved %1, allocated %2</source>
        <translation>已保留 %1，已分配 %2</translation>
    </message>
    <message>
        <source>without pending frees</source>
        <translation>不含待完成的释放</translation>
    </message>
    <message>
        <source>Out of memory: %1 requested</source>
        <translation>内存不足：请求 %1</translation>
    </message>
    <message>
        <source>The device was out of memory: %1 requested</source>
        <translation>设备内存不足：请求 %1</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>no segment</source>
        <translation>无内存段</translation>
    </message>
    <message>
        <source>largest hole: %1</source>
        <translation>最大空洞：%1</translation>
    </message>
    <message>
        <source>expandable</source>
        <translation>可扩展</translation>
    </message>
    <message>
        <source>graph pool (%1, %2)</source>
        <translation>图内存池 (%1, %2)</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>… and %L1 more</source>
        <translation>…… 另有 %L1 个</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>the heap as it was at event %L1</source>
        <translation>第 %L1 个事件时实际的堆</translation>
    </message>
    <message>
        <source>The file has no history, only this state</source>
        <translation>文件没有历史记录，只有这一状态</translation>
    </message>
    <message>
        <source>Event %L1 of %L2</source>
        <translation>第 %L1 个事件，共 %L2 个</translation>
    </message>
    <message>
        <source>%1, after %2</source>
        <translation>%1，经过 %2</translation>
    </message>
    <message>
        <source>reserved %1 · allocated %2 · free in holes %3 · largest free block %4 · fragmentation %5</source>
        <translation>已保留 %1 · 已分配 %2 · 空洞中空闲 %3 · 最大空闲块 %4 · 碎片率 %5</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Event %L1 · %2</source>
        <translation>第 %L1 个事件 · %2</translation>
    </message>
</context>
<context>
    <name>stowage::RunChart</name>
    <message>
        <source>The run: when each operator ran, and bytes alive</source>
        <translation>该次运行：每个算子何时运行，以及存活字节</translation>
    </message>
    <message>
        <source>, without: %1</source>
        <translation>，去掉：%1</translation>
    </message>
    <message>
        <source>; faint: operators outside of %1</source>
        <translation>；淡色：%1之外的算子</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>bytes alive</source>
        <translation>存活字节</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation>
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stowage::RunsPane</name>
    <message>
        <source>which %1 is still writing</source>
        <translation>正由 %1 写入</translation>
    </message>
    <message>
        <source>which %1 still needs</source>
        <translation>仍被 %1 需要</translation>
    </message>
    <message>
        <source>which is needed to the end</source>
        <translation>需保留到最后</translation>
    </message>
    <message>
        <source>%1 waits for the data of %2</source>
        <translation>%1 等待 %2 的数据</translation>
    </message>
    <message>
        <source>%1 waits for %2</source>
        <translation>%1 等待 %2</translation>
    </message>
    <message>
        <source>event %1 of %2</source>
        <translation>第 %1 个事件，共 %2 个</translation>
    </message>
    <message>
        <source>%1: %2 starts</source>
        <translation>%1：%2 开始</translation>
    </message>
    <message>
        <source>%1: %2 finishes</source>
        <translation>%1：%2 结束</translation>
    </message>
    <message>
        <source>%1 and %2 overlap from the start.</source>
        <translation>%1 和 %2 从一开始就重叠。</translation>
    </message>
    <message>
        <source>Overwritten: %1 writes %2 over %3, %4. This plan is not safe.</source>
        <translation>覆写：%1 将 %2 写到 %3 上，后者%4。此方案不安全。</translation>
    </message>
    <message>
        <source>the data of %1</source>
        <translation>%1 的数据</translation>
    </message>
    <message>
        <source>Overwritten: %1 did not wait for %2, and writes %3 over %4, %5.</source>
        <translation>覆写：%1 没有等待 %2，就将 %3 写到 %4 上，后者%5。</translation>
    </message>
    <message>
        <source>Overwritten: since %1 did not wait for %2, %3 writes %4 over %5, %6.</source>
        <translation>覆写：由于 %1 没有等待 %2，%3 将 %4 写到 %5 上，后者%6。</translation>
    </message>
    <message>
        <source>No run. %1</source>
        <translation>没有运行。%1</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>未打开任何文件。</translation>
    </message>
    <message>
        <source>A run is shown once there is a plan.</source>
        <translation>有了方案之后才会显示运行。</translation>
    </message>
    <message>
        <source>Search cancelled.</source>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>No search. %1</source>
        <translation>没有搜索。%1</translation>
    </message>
    <message>
        <source>Event of the run</source>
        <translation>运行的当前事件</translation>
    </message>
    <message>
        <source>Moment of the run</source>
        <translation>运行的时刻</translation>
    </message>
    <message>
        <source>To the beginning</source>
        <translation>到开头</translation>
    </message>
    <message>
        <source>One event back</source>
        <translation>后退一个事件</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>One event on</source>
        <translation>前进一个事件</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>到结尾</translation>
    </message>
    <message>
        <source>Seed of the run</source>
        <translation>运行的种子</translation>
    </message>
    <message>
        <source>Each number is another execution, the same on every machine</source>
        <translation>每个数字对应一种不同的执行，在任何机器上都相同</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>运行(&amp;U)</translation>
    </message>
    <message>
        <source>A&amp;nother</source>
        <translation>换一个(&amp;N)</translation>
    </message>
    <message>
        <source>Wait between streams to leave out</source>
        <translation>要去掉的流间等待</translation>
    </message>
    <message>
        <source>&amp;Break it</source>
        <translation>破坏(&amp;B)</translation>
    </message>
    <message>
        <source>Try leaving out each wait</source>
        <translation>逐一尝试去掉每个等待</translation>
    </message>
    <message>
        <source>without: %1</source>
        <translation>去掉：%1</translation>
    </message>
    <message>
        <source>%1 waits in all: select an operator to list its own</source>
        <translation>共 %1 个等待：选择一个算子以列出它自己的等待</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>&amp;Mend it</source>
        <translation>修复(&amp;M)</translation>
    </message>
    <message>
        <source>Looking for a run that breaks…</source>
        <translation>正在查找会出错的运行…</translation>
    </message>
    <message>
        <source>alive %1</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>observed peak %1</source>
        <translation>实测峰值 %1</translation>
    </message>
    <message>
        <source>footprint %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>shaded: more operators than pixels</source>
        <translation>阴影：算子多于像素</translation>
    </message>
    <message>
        <source>faint: operators outside of %1; bytes and peak are of the whole run</source>
        <translation>淡色：%1之外的算子；字节和峰值针对整个运行</translation>
    </message>
    <message>
        <source>run of seed %1</source>
        <translation>种子 %1 的运行</translation>
    </message>
    <message numerus="yes">
        <source>None of %Ln run(s), each without one of the waits, broke the plan.</source>
        <translation>
            <numerusform>%Ln 次运行各去掉其中一个等待，都没有破坏方案。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %Ln run(s) without this wait broke the plan.</source>
        <translation>
            <numerusform>%Ln 次去掉此等待的运行都没有破坏方案。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>The run was cancelled.</source>
        <translation>运行已取消。</translation>
    </message>
    <message>
        <source>Looking for a run that breaks the plan…</source>
        <translation>正在寻找会破坏方案的运行…</translation>
    </message>
    <message>
        <source>Running the streams…</source>
        <translation>正在运行各流…</translation>
    </message>
    <message>
        <source>&amp;Runs…</source>
        <translation>运行(&amp;R)…</translation>
    </message>
    <message>
        <source>Export image of the runs</source>
        <translation>导出运行的图像</translation>
    </message>
    <message>
        <source>Speed of the run; at × 1 a whole run takes at most a minute</source>
        <translation>播放速度；× 1 时整个运行至多一分钟</translation>
    </message>
    <message>
        <source>Play the run of the next seed</source>
        <translation>下一个种子的运行</translation>
    </message>
    <message>
        <source>Choose a wait that the run leaves out; the plan stays</source>
        <translation>运行中去掉哪一个流间等待；方案保持不变</translation>
    </message>
    <message>
        <source>Find a run without one wait that overwrites a needed tensor</source>
        <translation>查找一次缺少某个等待、并覆写仍被需要内容的运行</translation>
    </message>
    <message>
        <source>No stream waits for another, so no wait can be left out</source>
        <translation>没有流等待另一条流：没有可去掉的等待</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>运行的结果</translation>
    </message>
</context>
<context>
    <name>stowage::Samples</name>
    <message>
        <source>en</source>
        <extracomment>The language that this file translates to, as a folder of the lessons is called: zh_CN, fr …</extracomment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>stowage::Saving</name>
    <message>
        <source>Apply the previewed change before saving?</source>
        <translation>保存前要应用预览的改动吗？</translation>
    </message>
    <message>
        <source>Discard saves the graph without it.</source>
        <translation>选“放弃”则保存不含此改动的计算图。</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>this format is only read</source>
        <translation>此格式只能读取</translation>
    </message>
    <message>
        <source>There are no changes to save.</source>
        <translation>没有需要保存的更改。</translation>
    </message>
    <message>
        <source>Save graph</source>
        <translation>保存计算图</translation>
    </message>
    <message>
        <source>%1 has changed on disk since it was opened.</source>
        <translation>%1 打开之后在磁盘上已被更改。</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>%1 cannot keep all of this graph (%2). Save it as a Stowage graph instead.</source>
        <translation>%1 无法保存此计算图的全部内容（%2）。请另存为 Stowage 计算图。</translation>
    </message>
    <message>
        <source>%1 holds only a part of the graph: %2.</source>
        <translation>%1 只保存了计算图的一部分：%2。</translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>保存更改？</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>将更改保存到 %1？</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Saving replaces the changes on disk with yours.</source>
        <translation>保存将用您的更改取代磁盘上的更改。</translation>
    </message>
    <message>
        <source>%1: the file name needs the extension of a known format</source>
        <translation>%1：文件名需要已知格式的扩展名</translation>
    </message>
    <message>
        <source>%1 holds only the memory space %2. Tensors of other spaces have size 0 in it.</source>
        <translation>%1 只保存内存空间 %2：其他空间的张量在其中大小为 0。</translation>
    </message>
    <message>
        <source>This is a sample, so Save asks for a new file. Unsaved changes will be lost.</source>
        <translation>这是示例：保存时会要求选择您自己的文件。不保存则更改会丢失。</translation>
    </message>
    <message>
        <source>Unsaved changes will be lost.</source>
        <translation>不保存则更改会丢失。</translation>
    </message>
</context>
<context>
    <name>stowage::SharingMenus</name>
    <message>
        <source>Make a &amp;view of</source>
        <translation>设为视图(&amp;V)</translation>
    </message>
    <message>
        <source>Its producer reads no tensor</source>
        <translation>其生产算子不读取任何张量</translation>
    </message>
    <message>
        <source>May be &amp;written over</source>
        <translation>可覆写(&amp;W)</translation>
    </message>
    <message>
        <source>Make %1 a &amp;view of %2</source>
        <translation>将 %1 设为 %2 的视图(&amp;V)</translation>
    </message>
    <message>
        <source>Give it &amp;bytes of its own</source>
        <translation>分配自己的字节(&amp;B)</translation>
    </message>
</context>
<context>
    <name>stowage::SideStrip</name>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
</context>
<context>
    <name>stowage::SizeSpin</name>
    <message>
        <source>any size</source>
        <translation>任意大小</translation>
    </message>
</context>
<context>
    <name>stowage::SpaceTableModel</name>
    <message>
        <source>Memory space</source>
        <translation>内存空间</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tensors that have bytes there, without views</source>
        <translation>在其中占有字节的张量，不含视图</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>Footprint of the plan in the file</source>
        <translation>文件中方案的占用</translation>
    </message>
    <message>
        <source>Best plan</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>Smallest footprint found for the space alone</source>
        <translation>单独为该空间找到的最小占用</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>No plan of the space is smaller</source>
        <translation>该空间没有更小的方案</translation>
    </message>
    <message>
        <source>Size of the memory in the file</source>
        <translation>文件中该内存的大小</translation>
    </message>
    <message>
        <source>A separate memory: its offsets begin at 0</source>
        <translation>独立的内存：其偏移从 0 开始</translation>
    </message>
</context>
<context>
    <name>stowage::SpacesPane</name>
    <message>
        <source>Memory spaces of the file</source>
        <translation>文件中的内存空间</translation>
    </message>
    <message>
        <source>The best plan of %1 does not fit into it.</source>
        <translation>%1 的最佳方案放不进该空间。</translation>
    </message>
    <message>
        <source>%1 could not be planned: %2</source>
        <translation>无法规划 %1：%2</translation>
    </message>
    <message>
        <source>Planning the memory spaces…</source>
        <translation>正在规划各内存空间…</translation>
    </message>
    <message>
        <source>Cancelled. Some memory spaces are not planned.</source>
        <translation>已取消。部分内存空间未规划。</translation>
    </message>
</context>
<context>
    <name>stowage::SpeedBox</name>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
</context>
<context>
    <name>stowage::StartPage</name>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Stowage</source>
        <translation>Stowage</translation>
    </message>
    <message>
        <source>Plans where every tensor of a deep-learning graph lives in one buffer, and shows you why it is safe and how good it is.</source>
        <translation>为深度学习计算图的每个张量在同一个缓冲区中安排位置，并展示这样为何安全、优劣如何。</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>New from &amp;zoo…</source>
        <translation>从网络库新建(&amp;Z)…</translation>
    </message>
    <message>
        <source>&amp;Open any file…</source>
        <translation>打开任意文件(&amp;O)…</translation>
    </message>
    <message>
        <source>How to &amp;get such files…</source>
        <translation>如何获得这类文件(&amp;G)…</translation>
    </message>
    <message>
        <source>Or drop a file here. Stowage recognizes its format.</source>
        <translation>也可以把文件拖到这里：按内容识别格式。</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>暂无。</translation>
    </message>
    <message>
        <source>A training step of a real network, from AlexNet to GPT-2</source>
        <translation>真实网络的一个训练步，从 AlexNet 到 GPT-2</translation>
    </message>
</context>
<context>
    <name>stowage::StepBands</name>
    <message>
        <source>Segments between memory-insensitive operators</source>
        <translation>内存不敏感算子之间的段</translation>
    </message>
    <message>
        <source>ROAM&apos;s subgraphs</source>
        <translation>ROAM 子图</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Segment %1</source>
        <translation>段 %1</translation>
    </message>
    <message>
        <source>Subgraph %1</source>
        <translation>子图 %1</translation>
    </message>
    <message>
        <source>Weight updates at the end</source>
        <translation>末尾的权重更新</translation>
    </message>
    <message>
        <source>Segment %1 of %L2</source>
        <translation>第 %1 段（共 %L2 段）</translation>
    </message>
    <message>
        <source>ROAM&apos;s subgraph %1 (%L2 in all)</source>
        <translation>ROAM 子图 %1（共 %L2 个）</translation>
    </message>
    <message>
        <source>%1, forward</source>
        <translation>%1，前向</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1，反向</translation>
    </message>
    <message>
        <source>Weight updates</source>
        <translation>权重更新</translation>
    </message>
    <message>
        <source>%1, %2 made, %3</source>
        <translation>%1，产生 %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1, in %L2 colours by turns</source>
        <translation>%L1 个，轮流使用 %L2 种颜色</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>%1: %L2 are too many to tell apart here; zoom in</source>
        <translation>%1：%L2 个，此处过多无法分辨；请放大</translation>
    </message>
    <message>
        <source>%L1 parts: too many; zoom in</source>
        <translation>%L1 个部分：过多；请放大</translation>
    </message>
    <message>
        <source>Loops and branches</source>
        <translation>循环和分支</translation>
    </message>
    <message>
        <source>%1: iteration %L2</source>
        <translation>%1：第 %L2 次迭代</translation>
    </message>
</context>
<context>
    <name>stowage::StepCode</name>
    <message>
        <source>Pseudocode of the planner</source>
        <translation>规划器的伪代码</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
</context>
<context>
    <name>stowage::StepTable</name>
    <message>
        <source>Table of the second planner</source>
        <translation>第二个规划器的表</translation>
    </message>
    <message>
        <source>Table of the step</source>
        <translation>步骤的表格</translation>
    </message>
</context>
<context>
    <name>stowage::StepView</name>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
    <message>
        <source>Follow the steps again (0, or double click beside tensors)</source>
        <translation>重新跟随步骤（按 0，或双击张量以外的地方）</translation>
    </message>
    <message>
        <source>The map at this step, and the places looked at</source>
        <translation>此步骤时的内存图，以及查看过的位置</translation>
    </message>
    <message>
        <source>%1
%2 at %3
%4</source>
        <translation>%1
%2，位于 %3
%4</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
</context>
<context>
    <name>stowage::Steps</name>
    <message>
        <source>b = %1, %2</source>
        <translation>b = %1，%2</translation>
    </message>
    <message>
        <source>forbidden starts</source>
        <translation>禁止的起点</translation>
    </message>
    <message>
        <source>forbidden</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>forb.</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>mrgd.</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>objects</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>obj.</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 对 %2</translation>
    </message>
    <message>
        <source>open end</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>made while %1 are alive</source>
        <translation>产生时存活 %1</translation>
    </message>
    <message>
        <source>the largest left, %1</source>
        <translation>剩余中最大，%1</translation>
    </message>
    <message>
        <source>made at step %1, the earliest left</source>
        <translation>产生于步 %1，剩余中最早</translation>
    </message>
    <message numerus="yes">
        <source>unsafe to %n other(s), the most left</source>
        <translation>
            <numerusform>与其他 %n 个不安全，剩余中最多</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unsafe pair(s) of its members with others, the most left</source>
        <translation>
            <numerusform>其成员与其他张量有 %n 个不安全对，剩余中最多</numerusform>
        </translation>
    </message>
    <message>
        <source>Block %1 of %2 is %3: %4.</source>
        <translation>块 %1 / %2 是 %3：%4。</translation>
    </message>
    <message>
        <source>the %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>It has %1.</source>
        <translation>它有 %1。</translation>
    </message>
    <message numerus="yes">
        <source>They leave %n gap(s) below, and all</source>
        <translation>
            <numerusform>其下留有 %n 个空隙，并且</numerusform>
        </translation>
    </message>
    <message>
        <source>from %1 up.</source>
        <translation>从 %1 起往上全部空闲。</translation>
    </message>
    <message numerus="yes">
        <source>They leave %n gap(s) below %1, where the last object ends.</source>
        <translation>
            <numerusform>在最后一个对象的终点 %1 之下留有 %n 个空隙。</numerusform>
        </translation>
    </message>
    <message>
        <source>from %1 to %2, where the last object ends.</source>
        <translation>从 %1 到最后一个对象的终点 %2 全部空闲。</translation>
    </message>
    <message>
        <source>It fills the gap at %1 exactly.</source>
        <translation>它恰好填满 %1 处的空隙。</translation>
    </message>
    <message>
        <source>The gap at %1 holds its %2 and leaves %3.</source>
        <translation>%1 处的空隙容得下它的 %2，剩余 %3。</translation>
    </message>
    <message>
        <source>object %1</source>
        <translation>对象 %1</translation>
    </message>
    <message>
        <source>objects %1 to %2</source>
        <translation>对象 %1 至 %2</translation>
    </message>
    <message>
        <source>Smaller than the block, which has %1: %2 cannot hold it.</source>
        <translation>比该块（%1）小：%2 容不下它。</translation>
    </message>
    <message>
        <source>In %1 every address is forbidden to it.</source>
        <translation>在%1中，所有地址对它都是禁止的。</translation>
    </message>
    <message>
        <source>The gap at %1 has %2: %3 too little.</source>
        <translation>%1 处的空隙有 %2：还差 %3。</translation>
    </message>
    <message>
        <source>First-fit takes the lowest, and looks no further.</source>
        <translation>首次适应取最低的空隙，不再往下看。</translation>
    </message>
    <message>
        <source>It is the first that fits: best-fit remembers it.</source>
        <translation>它是第一个放得下的：最佳适应将其记住。</translation>
    </message>
    <message>
        <source>There is no object yet:</source>
        <translation>还没有对象：</translation>
    </message>
    <message>
        <source>object %1 is opened on top of all, as large as the block, from %2 to %3.</source>
        <translation>在最上方新开对象 %1，大小与该块相同，从 %2 到 %3。</translation>
    </message>
    <message>
        <source>the start of the object opened for it</source>
        <translation>为它新开的对象的起点</translation>
    </message>
    <message>
        <source>the lowest gap that holds it, in the first object that has one</source>
        <translation>在第一个有合适空隙的对象中，容得下它的最低空隙</translation>
    </message>
    <message>
        <source>the lowest gap that holds it</source>
        <translation>容得下它的最低空隙</translation>
    </message>
    <message>
        <source>a gap that it fills exactly</source>
        <translation>它恰好填满的空隙</translation>
    </message>
    <message>
        <source>the only gap that holds it</source>
        <translation>唯一容得下它的空隙</translation>
    </message>
    <message>
        <source>the only gap that holds it in the first object that has one</source>
        <translation>在第一个有合适空隙的对象中，唯一容得下它的空隙</translation>
    </message>
    <message>
        <source>in the first object that can hold it, the gap in which it leaves least</source>
        <translation>在第一个能容纳它的对象中，剩余最少的空隙</translation>
    </message>
    <message>
        <source>of the gaps that hold it, the one in which it leaves least</source>
        <translation>在容得下它的空隙中，剩余最少的一个</translation>
    </message>
    <message>
        <source>The %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 is put at %2: %3.</source>
        <translation>%1 放在 %2：%3。</translation>
    </message>
    <message>
        <source>The footprint grows from %1 to %2.</source>
        <translation>占用从 %1 增加到 %2。</translation>
    </message>
    <message>
        <source>The footprint stays %1.</source>
        <translation>占用保持 %1。</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>merge: forbidden places that touch become one; the rest are gaps</source>
        <translation>合并：相接的禁止位置合为一段；其余为空隙</translation>
    </message>
    <message>
        <source>for each object o, oldest first, until there is a choice:</source>
        <translation>对每个对象 o，最早的优先，直到有选择为止：</translation>
    </message>
    <message>
        <source>for each gap g in o, lowest first:</source>
        <translation>对 o 中的每个空隙 g，最低者优先：</translation>
    </message>
    <message>
        <source>for each gap g, lowest first:</source>
        <translation>对每个空隙 g，最低者优先：</translation>
    </message>
    <message>
        <source>if b fits into g: choose g, and stop looking</source>
        <translation>若 b 放得进 g：选择 g，停止查找</translation>
    </message>
    <message>
        <source>if b fits into g, and leaves less than in the choice so far: choose g</source>
        <translation>若 b 放得进 g，且剩余少于目前的选择：选择 g</translation>
    </message>
    <message>
        <source>if there is no choice: open an object as large as b on top, and choose it</source>
        <translation>若没有选择：在最上方新开一个与 b 同样大的对象，并选择它</translation>
    </message>
    <message>
        <source>put b at the start of the choice; its end may raise the footprint</source>
        <translation>将 b 放在所选处的起点；其末端可能抬高占用</translation>
    </message>
    <message>
        <source>%1; gaps by Algorithms 8 to 10, first-fit by Algorithm 11</source>
        <translation>%1；空隙依算法 8 至 10，首次适应依算法 11</translation>
    </message>
    <message>
        <source>%1; gaps by Algorithms 8 to 10, best-fit by Algorithm 12</source>
        <translation>%1；空隙依算法 8 至 10，最佳适应依算法 12</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>gap in %1</source>
        <translation>%1中的空隙</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>smaller than the block</source>
        <translation>小于该块</translation>
    </message>
    <message>
        <source>%1 too little</source>
        <translation>还差 %1</translation>
    </message>
    <message>
        <source>not looked at</source>
        <translation>未查看</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>fits exactly</source>
        <translation>恰好放下</translation>
    </message>
    <message>
        <source>fits, leaves %1</source>
        <translation>放得下，剩余 %1</translation>
    </message>
    <message>
        <source>free starts</source>
        <translation>空闲起点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln start(s)</source>
        <translation>
            <numerusform>%Ln 个起点</numerusform>
        </translation>
    </message>
    <message>
        <source>A tie with the block before: the order of the file decides.</source>
        <translation>与前一个相等：并列时按文件中的顺序。</translation>
    </message>
    <message>
        <source>A tie with the block before: the larger block comes first.</source>
        <translation>与前一个相等：并列时较大者优先。</translation>
    </message>
    <message>
        <source>No placed tensor conflicts with it: it may lie anywhere.</source>
        <translation>没有已放置的张量与它冲突：它可放在任意位置。</translation>
    </message>
    <message numerus="yes">
        <source>It conflicts with %n placed tensor(s): their addresses are taken.</source>
        <translation>
            <numerusform>%n 个已放置的张量与它冲突：它们的地址已被占用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s) between a placed tensor and a member of the group: the group must not start where the two would overlap.</source>
        <translation>
            <numerusform>已放置的张量与组的成员可能同时被需要，共 %n 处：组的起点不得使两者重叠。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to merge: everything is one gap without end.</source>
        <translation>没有可合并的：全部是一个没有上限的空隙。</translation>
    </message>
    <message numerus="yes">
        <source>Touching and overlapping ranges merge into %n stretch(es) of forbidden starts.</source>
        <translation>
            <numerusform>相接或重叠的部分合并为 %n 段禁止的起点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Touching and overlapping ranges merge into %n stretch(es).</source>
        <translation>
            <numerusform>相接或重叠的部分合并为 %n 段。</numerusform>
        </translation>
    </message>
    <message>
        <source>No byte is free below %1, where the last object ends.</source>
        <translation>在最后一个对象的终点 %1 之下没有空闲。</translation>
    </message>
    <message>
        <source>Everything from %1 to %2, where the last object ends, is free.</source>
        <translation>从 %1 到最后一个对象的终点 %2 全部空闲。</translation>
    </message>
    <message>
        <source>Everything from %1 up is free.</source>
        <translation>从 %1 起往上全部空闲。</translation>
    </message>
    <message>
        <source>Everything from %1 up is free: it fits.</source>
        <translation>从 %1 起往上全部空闲：放得下。</translation>
    </message>
    <message>
        <source>No gap can be better: the search ends.</source>
        <translation>不会有更好的：搜索结束。</translation>
    </message>
    <message>
        <source>This leaves less than any gap before: best-fit remembers it instead.</source>
        <translation>剩余比之前的都少：最佳适应改为记住它。</translation>
    </message>
    <message>
        <source>The choice so far leaves no more, so it stays.</source>
        <translation>目前的选择剩余不比它多，保持不变。</translation>
    </message>
    <message>
        <source>No object has room for it:</source>
        <translation>没有对象能容纳它：</translation>
    </message>
    <message>
        <source>%1 takes no bytes from other tensors (it is never needed, or empty): it is put at 0.</source>
        <translation>%1 不占其他张量的字节（从不需要，或为空）：直接放在 0 处。</translation>
    </message>
    <message>
        <source>avoid: each placed tensor unsafe to b forbids some places</source>
        <translation>避让：已放置且与 b 不安全的张量禁止它占用某些位置</translation>
    </message>
    <message>
        <source>no free place for it</source>
        <translation>对它没有空闲</translation>
    </message>
    <message>
        <source>for each block b, most bytes alive first:</source>
        <translation>对每个块 b，存活字节最多者优先：</translation>
    </message>
    <message>
        <source>for each block b, largest first:</source>
        <translation>对每个块 b，最大者优先：</translation>
    </message>
    <message>
        <source>for each block b, earliest made first:</source>
        <translation>对每个块 b，最早产生者优先：</translation>
    </message>
    <message>
        <source>for each block b, most unsafe pairs first:</source>
        <translation>对每个块 b，不安全对最多者优先：</translation>
    </message>
    <message>
        <source>The axis begins at %1.</source>
        <translation>坐标轴从 %1 开始。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1. As published in Algorithm 7, lines 7 to 10, each object is searched alone, and skipped if its largest block is unsafe. The choices are the same.</source>
        <translation>%1。论文的算法 7（第 7 至 10 行）逐个搜索对象，若其中最大的块不安全就跳过该对象。结果相同。</translation>
    </message>
    <message>
        <source>step of the order</source>
        <translation>顺序中的步</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>bytes in use</source>
        <translation>使用中的字节</translation>
    </message>
    <message>
        <source>%1 · %2 %3 of %4 · step %5 of %6</source>
        <translation>%1 · %2 %3 / %4 · 步骤 %5 / %6</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Graphs of up to %1 tensors can be stepped through; this one has %2</source>
        <translation>至多 %1 个张量的计算图可以逐步查看；此图有 %2 个</translation>
    </message>
    <message>
        <source>It orders operators, and lifetimes on a time axis fix the order</source>
        <translation>它为算子排序，而时间轴上的生命周期已确定顺序</translation>
    </message>
    <message>
        <source>footprint %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>for each block b, largest first, of equals the earliest:</source>
        <translation>对每个块 b，最大者优先，相等时最早者优先：</translation>
    </message>
    <message>
        <source>It ties with the block before: the block that begins earlier comes first.</source>
        <translation>与前一个块相等：先开始的块在前。</translation>
    </message>
    <message>
        <source>One name in %1 is written, and both names of the pair.</source>
        <translation>每 %1 个名称写出一个，并写出该对的两个名称。</translation>
    </message>
    <message>
        <source>pairs of tensors (grey: not proved safe)</source>
        <translation>张量对；灰色：未证明安全</translation>
    </message>
    <message>
        <source>time (steps of one width, not to scale)</source>
        <translation>时间（各步等宽，不按比例）</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>stowage::StepsExportDialog</name>
    <message>
        <source>&amp;Every step</source>
        <translation>每个步骤(&amp;E)</translation>
    </message>
    <message>
        <source>Export steps</source>
        <translation>导出步骤</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Pictures:</source>
        <translation>图片：</translation>
    </message>
    <message>
        <source>&amp;Choose file…</source>
        <translation>选择文件(&amp;C)…</translation>
    </message>
    <message>
        <source>PDF: one file, a page each. PNG and SVG: numbered files.</source>
        <translation>PDF：一个文件，每张一页。PNG 和 SVG：带编号的文件。</translation>
    </message>
    <message>
        <source>%1 pictures: too many, the most is %2</source>
        <translation>%1 张图片：太多，最多 %2 张</translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n 张图片</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;One for each %1, at its last step</source>
        <translation>每个%1一张，取其最后一个步骤(&amp;O)</translation>
    </message>
    <message>
        <source>First %1</source>
        <translation>第一个%1</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>最后一个%1</translation>
    </message>
    <message>
        <source>&amp;From %1</source>
        <translation>从%1(&amp;F)</translation>
    </message>
</context>
<context>
    <name>stowage::StepsPane</name>
    <message>
        <source>How fast the steps are played</source>
        <translation>播放步骤的速度</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>未打开任何文件。</translation>
    </message>
    <message>
        <source>Recording…</source>
        <translation>正在记录…</translation>
    </message>
    <message>
        <source>No steps. %1</source>
        <translation>没有步骤。%1</translation>
    </message>
    <message>
        <source>&amp;Closer</source>
        <translation>近看(&amp;C)</translation>
    </message>
    <message>
        <source>Planner to step through</source>
        <translation>要逐步查看的规划器</translation>
    </message>
    <message>
        <source>To the first step</source>
        <translation>到第一个步骤</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>后退一个步骤</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>One step on</source>
        <translation>前进一个步骤</translation>
    </message>
    <message>
        <source>To the last step</source>
        <translation>到最后一个步骤</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Place in the recording</source>
        <translation>在记录中的位置</translation>
    </message>
    <message>
        <source>&amp;Run to selected</source>
        <translation>运行到所选(&amp;R)</translation>
    </message>
    <message>
        <source>as shown: %1</source>
        <translation>当前显示：%1</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>The recording was cancelled.</source>
        <translation>记录已取消。</translation>
    </message>
    <message>
        <source>Recording the steps…</source>
        <translation>正在记录步骤…</translation>
    </message>
    <message>
        <source>S&amp;teps…</source>
        <translation>步骤(&amp;T)…</translation>
    </message>
    <message>
        <source>Export image of the step</source>
        <translation>导出步骤的图像</translation>
    </message>
    <message>
        <source>The steps are recorded once the safe pairs are known.</source>
        <translation>查明哪些安全之后才会记录步骤。</translation>
    </message>
    <message>
        <source>This graph has no tensors to place.</source>
        <translation>此计算图没有张量：没有可放置的内容。</translation>
    </message>
    <message>
        <source>Planner&apos;s step and its reason</source>
        <translation>规划器的步骤及其理由</translation>
    </message>
    <message>
        <source>A second planner, at the same block</source>
        <translation>第二个规划器，处于同一个块</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Second planner</source>
        <translation>第二个规划器</translation>
    </message>
    <message>
        <source>no second planner</source>
        <translation>无第二个规划器</translation>
    </message>
    <message>
        <source>To the first step about the selected tensor</source>
        <translation>到第一个涉及所选张量的步骤</translation>
    </message>
    <message>
        <source>&amp;Select tensors</source>
        <translation>选择张量(&amp;S)</translation>
    </message>
    <message>
        <source>Select the tensors that the step is about in every view</source>
        <translation>在所有视图中选择此步骤涉及的张量</translation>
    </message>
    <message>
        <source>Zoom in on what the step is about where it is too small to see</source>
        <translation>此步骤涉及的内容小得看不清时，将其放大</translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation>+ %1</translation>
    </message>
    <message>
        <source>− %1</source>
        <translation>− %1</translation>
    </message>
    <message>
        <source>To the start of the %1, or of the one before (Page Up)</source>
        <translation>到此%1的开头，或到前一个的开头 (Page Up)</translation>
    </message>
    <message>
        <source>To the next %1 (Page Down)</source>
        <translation>到下一个%1 (Page Down)</translation>
    </message>
    <message>
        <source>step %1 of %2 · %3 %4 of %5</source>
        <translation>步骤 %1 / %2 · %3 %4 / %5</translation>
    </message>
    <message>
        <source>Limits: %1</source>
        <translation>限制：%1</translation>
    </message>
    <message>
        <source>%1, step %2 of %3: %4</source>
        <translation>%1，步骤 %2 / %3：%4</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyBox</name>
    <message>
        <source>No plan</source>
        <translation>没有方案</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>optimal</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>The percentage is the gap to the lower bound.</source>
        <translation>百分比是与下界的差距。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>&amp;Table of all strategies</source>
        <translation>所有策略的表格(&amp;T)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyChart</name>
    <message>
        <source>footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>footprint beyond the lower bound of %1</source>
        <translation>占用超出下界 %1 的部分</translation>
    </message>
    <message>
        <source>beyond the bound of %1</source>
        <translation>超出下界 %1</translation>
    </message>
    <message>
        <source>beyond the bound</source>
        <translation>超出下界</translation>
    </message>
    <message>
        <source>%1: invalid</source>
        <translation>%1：无效</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not run.</source>
        <translation>
            <numerusform>%Ln 个未运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot plan this graph.</source>
        <translation>
            <numerusform>%Ln 个无法规划此图。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gave no plan.</source>
        <translation>
            <numerusform>%Ln 个没有给出方案。</numerusform>
        </translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>还没有方案</translation>
    </message>
    <message>
        <source>Dashed: lower bound %1.</source>
        <translation>虚线：下界 %1。</translation>
    </message>
    <message>
        <source>Dotted: baseline %1, %2.</source>
        <translation>点线：基线 %1，%2。</translation>
    </message>
    <message>
        <source>Footprints of all strategies</source>
        <translation>所有策略的占用</translation>
    </message>
    <message>
        <source>Each footprint is only the least: not everything is counted.</source>
        <translation>每个占用量只是下限：并非全部都已计入。</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyPanel</name>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Baseline: %1, %2</source>
        <translation>基线：%1，%2</translation>
    </message>
    <message>
        <source>%1, pinned: %2</source>
        <translation>%1，固定时为：%2</translation>
    </message>
    <message>
        <source>Pin %1 as &amp;baseline</source>
        <translation>将 %1 固定为基线(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Unpin the baseline</source>
        <translation>取消固定基线(&amp;U)</translation>
    </message>
    <message>
        <source>Sho&amp;w the best plan</source>
        <translation>显示最佳方案(&amp;W)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>Plan with %1 (Enter)</source>
        <translation>用 %1 规划 (Enter)</translation>
    </message>
    <message>
        <source>makespan %1</source>
        <translation>总时长 %1</translation>
    </message>
    <message>
        <source>Always show the smallest plan. Turns off when you choose one.</source>
        <translation>始终显示最小的方案。选择某个方案后关闭。</translation>
    </message>
    <message>
        <source>Select a strategy that was not run yet</source>
        <translation>请选择一个尚未运行的策略</translation>
    </message>
    <message>
        <source>Run the strategy of the selected row</source>
        <translation>运行所选行的策略</translation>
    </message>
    <message>
        <source>Stop comparing with the baseline</source>
        <translation>停止与基线比较</translation>
    </message>
    <message>
        <source>Strategies that run only when you ask for them</source>
        <translation>只在按需时运行的策略</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more, run when asked</source>
        <translation>
            <numerusform>另有 %Ln 个，按需运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>At least %1: not everything is counted.</source>
        <translation>至少 %1：并非全部都已计入。</translation>
    </message>
    <message>
        <source>%1: no plan in this order and on these streams is smaller.</source>
        <translation>%1：在此顺序和这些流下，没有更小的方案。</translation>
    </message>
    <message>
        <source>%1, %2 against the bound.</source>
        <translation>%1，与下界相比 %2。</translation>
    </message>
    <message>
        <source>Footprint %1, bound %2</source>
        <translation>占用 %1，下界 %2</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyTableModel</name>
    <message>
        <source>The smallest plan is shown until a strategy is clicked</source>
        <translation>在单击某个策略之前，显示最小的方案</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <translation>%1：%2
%3</translation>
    </message>
    <message>
        <source>A plan that was opened, not made here</source>
        <translation>打开的方案，不是在此生成的</translation>
    </message>
    <message>
        <source> (before the last change)</source>
        <translation>（最近一次更改之前）</translation>
    </message>
    <message>
        <source>%1, against %2 of the baseline %3</source>
        <translation>%1，相对于基线 %3 的 %2</translation>
    </message>
    <message>
        <source>The lower bound is still being computed</source>
        <translation>下界仍在计算</translation>
    </message>
    <message>
        <source>%1 above the lower bound of %2</source>
        <translation>比下界 %2 高 %1</translation>
    </message>
    <message>
        <source>The size of the buffer that holds all tensors: the end of the highest one</source>
        <translation>容纳所有张量的缓冲区大小：最高张量的末端</translation>
    </message>
    <message>
        <source>How long the strategy took to place all tensors</source>
        <translation>该策略放置所有张量的用时</translation>
    </message>
    <message>
        <source>Time in ms</source>
        <translation>用时（毫秒）</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Limits: %1</source>
        <translation>限制：%1</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>No safe plan for this graph: %1</source>
        <translation>对此计算图不是安全方案：%1</translation>
    </message>
    <message>
        <source>0%</source>
        <translation>0%</translation>
    </message>
    <message>
        <source>Optimal for this order and these streams: no plan is smaller than the lower bound of %1</source>
        <translation>对此顺序和这些流最优：没有方案小于 %1 的下界</translation>
    </message>
    <message>
        <source>Safe only if the streams keep the host&apos;s order; the lower bound holds for any order</source>
        <translation>仅当各流保持主机的顺序时安全；下界对任何顺序都成立</translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>%Ln 处违例</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 above the peak of the lifetimes, %2, both in the host&apos;s order</source>
        <translation>比生命周期的峰值 %2 高 %1，二者均按主机的顺序</translation>
    </message>
    <message>
        <source>How far the footprint is above the best proved lower bound</source>
        <translation>占用比已证的最佳下界高出多少</translation>
    </message>
    <message>
        <source>Difference to the footprint of the pinned baseline</source>
        <translation>与固定基线的占用之差</translation>
    </message>
    <message>
        <source>No plan. %1 Press Enter or double-click to run it again.</source>
        <translation>没有方案。%1 按回车键或双击可再次运行。</translation>
    </message>
    <message>
        <source>Not run yet, because it can be slow. Press Enter or double-click to run it.</source>
        <translation>尚未运行，因为可能较慢。按 Enter 或双击即可运行。</translation>
    </message>
    <message>
        <source>The lower bound is for a larger alignment than this plan&apos;s</source>
        <translation>下界针对的对齐大于此方案的对齐</translation>
    </message>
    <message>
        <source>The plan is from before the last change; the lower bound is current</source>
        <translation>方案是最近一次更改之前的；下界是当前的</translation>
    </message>
    <message>
        <source>%1 above the lower bound of %2 for this plan&apos;s own alignment</source>
        <translation>比此方案自身对齐下的下界 %2 高 %1</translation>
    </message>
    <message>
        <source>No plan. %1</source>
        <translation>没有方案。%1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Unknown: not everything is counted</source>
        <translation>未知：并非全部计入</translation>
    </message>
    <message>
        <source>Unknown: the offsets were assumed</source>
        <translation>未知：偏移是假设的</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyWords</name>
    <message>
        <source>One growing buffer</source>
        <translation>一个不断增长的缓冲区</translation>
    </message>
    <message>
        <source>A stack of objects, each as large as the block that opened it</source>
        <translation>一叠对象，每个与新开它的块同样大</translation>
    </message>
    <message>
        <source>blocks made while most bytes are alive first</source>
        <translation>产生时存活字节最多的块优先</translation>
    </message>
    <message>
        <source>largest blocks first</source>
        <translation>最大的块优先</translation>
    </message>
    <message>
        <source>blocks made earliest first</source>
        <translation>最早产生的块优先</translation>
    </message>
    <message>
        <source>each in the smallest gap that holds it</source>
        <translation>每块放入容得下它的最小空隙</translation>
    </message>
    <message>
        <source>each in the lowest gap that holds it</source>
        <translation>每块放入容得下它的最低空隙</translation>
    </message>
    <message>
        <source>%1; %2, %3</source>
        <translation>%1；%2，%3</translation>
    </message>
    <message>
        <source>one stream</source>
        <translation>单流</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation>无连续组</translation>
    </message>
    <message>
        <source>no tensor with its own alignment</source>
        <translation>张量不得自带对齐</translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln tensor(s)</source>
        <translation>
            <numerusform>至多 %Ln 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>It plans a single stream only, and the streams of this graph run side by side</source>
        <translation>它只规划单个流，而此图的各流并行执行</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>过大</translation>
    </message>
    <message numerus="yes">
        <source>It takes up to %Ln tensor(s), and this graph has more</source>
        <translation>
            <numerusform>它至多接受 %Ln 个张量，而此图超过此数</numerusform>
        </translation>
    </message>
    <message>
        <source>as given</source>
        <translation>原顺序</translation>
    </message>
    <message>
        <source>The order that an opened plan was made for</source>
        <translation>打开的方案所针对的顺序</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>repaired</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>文件中的方案</translation>
    </message>
    <message>
        <source>Breadth</source>
        <translation>广度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Unsafe</source>
        <translation>不安全度</translation>
    </message>
    <message>
        <source>best fit</source>
        <translation>最佳适应</translation>
    </message>
    <message>
        <source>first fit</source>
        <translation>首次适应</translation>
    </message>
    <message>
        <source>many objects</source>
        <translation>多对象</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Greedy by size</source>
        <translation>按大小贪心</translation>
    </message>
    <message>
        <source>Linear scan</source>
        <translation>线性扫描</translation>
    </message>
    <message>
        <source>Longest-lived, best fit</source>
        <translation>寿命最长优先，最佳适应</translation>
    </message>
    <message>
        <source>Minimum-cost flow</source>
        <translation>最小费用流</translation>
    </message>
    <message>
        <source>Bump</source>
        <translation>顺序堆叠</translation>
    </message>
    <message>
        <source>Bump with resets</source>
        <translation>带重置的顺序堆叠</translation>
    </message>
    <message>
        <source>Integer program</source>
        <translation>整数规划</translation>
    </message>
    <message>
        <source>NNC, size</source>
        <translation>NNC，大小</translation>
    </message>
    <message>
        <source>OLLA pyramid</source>
        <translation>OLLA 金字塔</translation>
    </message>
    <message>
        <source>Caching allocator</source>
        <translation>缓存分配器</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>lowest peak</source>
        <translation>最低峰值</translation>
    </message>
    <message>
        <source>Gergov</source>
        <translation>Gergov</translation>
    </message>
    <message>
        <source>NNC, unsafe</source>
        <translation>NNC，不安全度</translation>
    </message>
    <message>
        <source>ROAM</source>
        <translation>ROAM</translation>
    </message>
    <message>
        <source>blocks with most unsafe pairs first</source>
        <translation>不安全对最多的块优先</translation>
    </message>
    <message>
        <source>Each block on top of the block before; nothing is reused</source>
        <translation>每块叠在前一个产生的块之上；不复用任何字节</translation>
    </message>
    <message>
        <source>Largest blocks first (ties: the earliest), each in the smallest gap that holds it</source>
        <translation>最大的块先放，同样大小的先产生者先放，各放入容得下它的最小空隙</translation>
    </message>
    <message>
        <source>Fills the lowest stretch of time with the longest-lived tensor that fits</source>
        <translation>堆得最低的一段时间，放入其中容得下的、生命周期最长的张量</translation>
    </message>
    <message>
        <source>Fills from below with a few overlaps, colours the overlaps apart, then drops the blocks; at most three times the load</source>
        <translation>自下而上填充，允许少许重叠，用颜色把重叠者分开，再各自下落；至多为最大存活字节数的三倍</translation>
    </message>
    <message>
        <source>Objects that each hold one block at a time; a cheapest matching decides which block follows which</source>
        <translation>每个对象一次只放一个块；谁接用谁的对象由最便宜的匹配决定</translation>
    </message>
    <message>
        <source>Each block on top of the block before; starts at 0 again when no earlier block is alive</source>
        <translation>每块叠在前一个产生的块之上，凡此前一切都已用完之处又从 0 开始</translation>
    </message>
    <message>
        <source>Places blocks in the order in which they are written, each in a small gap that is free then</source>
        <translation>按产生的顺序放置各块，每块放入届时空闲的小空隙</translation>
    </message>
    <message>
        <source>Tensors reuse parts of the memory that others leave; largest first, as its authors do now</source>
        <translation>张量接用其他张量留下的部分空间；最大者优先，即其作者现在的做法</translation>
    </message>
    <message>
        <source>The best of several quick planners on all cores; a short search improves it if it misses the bound</source>
        <translation>在所有核心上运行多个快速规划器，取其最佳；若未达到下界，再由此作短时搜索</translation>
    </message>
    <message>
        <source>Improves the best quick plan until it meets the lower bound or the time limit (default: 10 s)</source>
        <translation>改进最佳的快速方案，直到达到下界或时间用完：除非另行指定，否则为 10 秒</translation>
    </message>
    <message>
        <source>The order of the input, or a stable order derived from it</source>
        <translation>输入中的顺序，或由其导出的稳定顺序</translation>
    </message>
    <message>
        <source>Always runs the ready operator that leaves the least in memory</source>
        <translation>在接下来可以运行的算子中，总是选取运行后占用内存最少的一个</translation>
    </message>
    <message>
        <source>The order with the least peak, by search over the sets of operators that may have run; the best found if there are too many sets</source>
        <translation>在可能已运行的算子集合上搜索所需内存最少的顺序；集合过多时给出找到的最佳顺序</translation>
    </message>
    <message>
        <source>Not a plan: simulates an allocator with pools at run time, as frameworks use it today</source>
        <translation>不做规划：带内存池的分配器随算子运行逐个应答请求，正如当今框架的做法</translation>
    </message>
    <message>
        <source>It does not support contiguous groups, and this graph has some</source>
        <translation>它不支持连续组，而此图有连续组</translation>
    </message>
    <message>
        <source>It does not support tensors with their own alignment, and this graph has some</source>
        <translation>它不支持自带对齐的张量，而此图有这样的张量</translation>
    </message>
    <message>
        <source>LESCEA</source>
        <translation>LESCEA</translation>
    </message>
    <message>
        <source>Safe pairs, Algorithm 1</source>
        <translation>安全对，算法 1</translation>
    </message>
    <message>
        <source>Safe pairs, Algorithm 2</source>
        <translation>安全对，算法 2</translation>
    </message>
    <message>
        <source>The search for the lowest peak; where it proves nothing, windows around the peak and further searches in turn, for as long as they help</source>
        <translation>搜索峰值最低的顺序；若未能证明最优，再轮流改进峰值附近的窗口并作进一步搜索，直到不再有效为止</translation>
    </message>
    <message>
        <source>The plan that a solver of integer programs finds within its time limit (default: a minute); may prove it optimal</source>
        <translation>整数规划求解器在时间限制（默认一分钟）内找到的方案；可能证明其最优</translation>
    </message>
    <message>
        <source>Order and addresses at once: the order whose tensors need the smallest footprint; up to 1,000 choices</source>
        <translation>同时确定顺序和地址：取张量所需占用最小的顺序；至多 1,000 个待定变量</translation>
    </message>
    <message>
        <source>OLLA</source>
        <translation>OLLA</translation>
    </message>
    <message>
        <source>Nested lifetimes at the bottom, the longest-lived lowest; a solver of integer programs places the rest</source>
        <translation>生命周期层层嵌套的张量在底部，寿命最长者最低；其余由整数规划求解器放置</translation>
    </message>
    <message>
        <source>Stacks parts of a training step; a solver of integer programs plans each part of up to 50,000 unsafe pairs</source>
        <translation>将训练步的各部分叠放；不超过 50,000 个不安全对的部分各由整数规划求解器规划</translation>
    </message>
    <message>
        <source>Cuts at memory-insensitive operators, lets updates wait for a later segment while activations fill the memory, and gives each segment its least peak</source>
        <translation>在内存不敏感的算子处切分；激活占满内存期间，让更新等到后面的段；使每段的峰值最低</translation>
    </message>
    <message>
        <source>best order</source>
        <translation>最佳顺序</translation>
    </message>
    <message>
        <source>OLLA with addresses</source>
        <translation>OLLA，含地址</translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln unsafe pair(s)</source>
        <translation>
            <numerusform>至多 %Ln 个不安全对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It takes up to %Ln unsafe pair(s), and this graph has more</source>
        <translation>
            <numerusform>它至多接受 %Ln 个不安全对，而此图超过此数</numerusform>
        </translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>insertion</source>
        <translation>插入</translation>
    </message>
    <message>
        <source>stream pair</source>
        <translation>流对</translation>
    </message>
    <message>
        <source>Tensors reuse parts of the memory that others leave; most unsafe pairs first, two by two (its text: up to three, and only between tensors)</source>
        <translation>张量接用其他张量留下的部分空间；不安全对最多者优先，两两成组（其原文：至多三个，且只在张量之间）</translation>
    </message>
    <message>
        <source>The least peak that a solver of integer programs finds within its time limit (default: a minute), with early weight updates; up to 1,000,000 choices</source>
        <translation>整数规划求解器在时间限制（默认一分钟）内找到的最低峰值，权重更新提前；至多 1,000,000 个待定变量</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
</context>
<context>
    <name>stowage::SyncCostModel</name>
    <message>
        <source>redundant</source>
        <translation>冗余</translation>
    </message>
    <message>
        <source>%1 (%2) waits for %3 (%4)</source>
        <translation>%1（%2）等待 %3（%4）</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>Other arcs imply this sync: without it nothing changes.</source>
        <translation>其他弧蕴含此同步：去掉它没有任何变化。</translation>
    </message>
    <message>
        <source>Every plan without this sync needs at least %1; with it, %2.</source>
        <translation>没有此同步时，任何方案至少需要 %1；有它时为 %2。</translation>
    </message>
    <message>
        <source>The best plan without this sync needs %1; with it, %2.</source>
        <translation>没有此同步时，最佳方案需要 %1；有它时为 %2。</translation>
    </message>
    <message>
        <source>How much more the best plan needs without the sync</source>
        <translation>没有该同步时，最佳方案多需要多少</translation>
    </message>
    <message>
        <source>How much more every plan needs without the sync</source>
        <translation>没有该同步时，任何方案多需要多少</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Implied by %1: without it nothing changes.</source>
        <translation>由 %1 蕴含：去掉它没有任何变化。</translation>
    </message>
    <message>
        <source>The second operator waits for the first</source>
        <translation>第二个算子等待第一个</translation>
    </message>
    <message>
        <source>Existing sync</source>
        <translation>现有的同步</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>The streams on which the two run</source>
        <translation>两者各自运行的流</translation>
    </message>
</context>
<context>
    <name>stowage::SyncCosts</name>
    <message>
        <source>Computing the cost of syncs…</source>
        <translation>正在计算各同步的代价…</translation>
    </message>
    <message>
        <source>The costs of the syncs were cancelled. Those computed so far are kept.</source>
        <translation>已取消计算同步的代价。已算出的保留。</translation>
    </message>
    <message>
        <source>Syncs of the graph</source>
        <translation>计算图中的同步</translation>
    </message>
    <message>
        <source>Other arcs imply a redundant sync: removing it changes nothing</source>
        <translation>冗余同步已由其他弧蕴含：移除它不会改变任何结果</translation>
    </message>
    <message>
        <source>Open a graph to see what its streams cost.</source>
        <translation>打开一个计算图，查看其各条流的代价。</translation>
    </message>
    <message>
        <source>Nothing to save: all operators run on one stream.</source>
        <translation>没有可节省的：所有算子都在同一条流上运行。</translation>
    </message>
    <message>
        <source>The costs are being computed.</source>
        <translation>正在计算代价。</translation>
    </message>
    <message>
        <source>The costs are computed once the graph is planned.</source>
        <translation>计算图规划完成后开始计算代价。</translation>
    </message>
    <message>
        <source>All costs are computed.</source>
        <translation>所有代价都已算出。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stream(s)</source>
        <translation>
            <numerusform>%Ln 条流</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the cost is being computed…</source>
        <translation>%1：正在计算代价…</translation>
    </message>
    <message>
        <source>%1: the cost has not been computed.</source>
        <translation>%1：尚未计算代价。</translation>
    </message>
    <message>
        <source>%1 need %5. One stream in this order needs %4, so the streams cost %2 (%3).</source>
        <translation>%1需要 %5。按此顺序单流需要 %4，因此多流多占 %2（%3）。</translation>
    </message>
    <message>
        <source>%1 need %2. One stream in this order needs %3.</source>
        <translation>%1需要 %2。按此顺序单流需要 %3。</translation>
    </message>
    <message>
        <source>%1 need %2. One stream in this order needs the same.</source>
        <translation>%1需要 %2。按此顺序单流同样需要这么多。</translation>
    </message>
    <message>
        <source>No output is written over an input here.</source>
        <translation>此处不让输出覆写输入。</translation>
    </message>
    <message>
        <source>Best plan on one stream: %1, lower bound %2
Best plan on these streams: %3, lower bound %4</source>
        <translation>单流的最佳方案：%1，下界 %2
现有各流的最佳方案：%3，下界 %4</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln redundant sync(s)</source>
        <translation>
            <numerusform>显示 %Ln 个冗余的同步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sync(s): extra memory without each</source>
        <translation>
            <numerusform>%Ln 个同步：去掉每个后多占的内存</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Remove the selected syncs</source>
        <translation>删除选中的同步</translation>
    </message>
    <message>
        <source>Remove all redundant</source>
        <translation>删除所有冗余同步</translation>
    </message>
    <message>
        <source>Remove all syncs that other arcs imply: no execution changes</source>
        <translation>删除由其他弧蕴含的所有同步：任何执行都不变</translation>
    </message>
    <message>
        <source>Sync between the two selected</source>
        <translation>在所选两个算子间添加同步</translation>
    </message>
    <message>
        <source>The later of the two selected operators waits for the earlier</source>
        <translation>所选两个算子中较晚的等待较早的</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln redundant sync(s)</source>
        <translation>
            <numerusform>删除 %Ln 个冗余同步</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for redundant syncs…</source>
        <translation>正在寻找冗余的同步…</translation>
    </message>
    <message>
        <source>No syncs: streams wait for each other only through data. Select two operators to make one wait for the other.</source>
        <translation>没有同步：不同流的算子只因数据而等待。选择两个算子，让其中一个等待另一个。</translation>
    </message>
    <message>
        <source>%1. Could not find the redundant syncs: %2</source>
        <translation>%1。无法判断哪些冗余：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln redundant sync(s): no memory to save</source>
        <translation>
            <numerusform>%Ln 个冗余同步：没有可节省的内存</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>没有打开任何内容</translation>
    </message>
    <message>
        <source>Select syncs in the table first</source>
        <translation>请先在表中选择同步</translation>
    </message>
    <message>
        <source>No sync is known to be redundant</source>
        <translation>未发现冗余的同步</translation>
    </message>
    <message>
        <source>Select two operators first</source>
        <translation>请先选择两个算子</translation>
    </message>
    <message>
        <source>The syncs of a graph with loops or branches are not weighed.</source>
        <translation>不衡量含循环或分支的图的同步。</translation>
    </message>
</context>
<context>
    <name>stowage::TableActions</name>
    <message>
        <source>&amp;Copy with header</source>
        <translation>连同表头复制(&amp;C)</translation>
    </message>
    <message>
        <source>E&amp;xport as CSV…</source>
        <translation>导出为 CSV(&amp;X)…</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>The rows shown, as a CSV file</source>
        <translation>所显示的行，存为 CSV 文件</translation>
    </message>
</context>
<context>
    <name>stowage::TaskCard</name>
    <message>
        <source>Debug a recorded heap</source>
        <translation>调试记录的堆</translation>
    </message>
    <message>
        <source>Find the lines of code that hold memory at the peak, and why an allocation failed.</source>
        <translation>找出峰值时占用内存的代码行，以及分配失败的原因。</translation>
    </message>
    <message>
        <source>Open a &amp;recording…</source>
        <translation>打开记录(&amp;R)…</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Plan the memory of a graph: see what it needs, and what streams and order change.</source>
        <translation>规划计算图的内存：查看它需要多少，以及流和顺序会带来什么变化。</translation>
    </message>
    <message>
        <source>Open a &amp;model…</source>
        <translation>打开模型(&amp;M)…</translation>
    </message>
    <message>
        <source>Check a compiler&apos;s plan</source>
        <translation>检查编译器的方案</translation>
    </message>
    <message>
        <source>Open a &amp;compiler&apos;s file…</source>
        <translation>打开编译器的文件(&amp;C)…</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Learn how memory is planned, step by step, on the figures of the papers.</source>
        <translation>借助论文中的图，一步一步学习内存是如何规划的。</translation>
    </message>
    <message>
        <source>Open a le&amp;sson…</source>
        <translation>打开课程(&amp;S)…</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Samples: %1</source>
        <translation>示例：%1</translation>
    </message>
    <message>
        <source>Check that no two tensors clash, and see how far the plan is from the lower bound.</source>
        <translation>检查没有张量相互重叠，并查看方案距下界有多远。</translation>
    </message>
    <message>
        <source>Samples of figures, loops and branches</source>
        <translation>数字、循环和分支，不需要课程</translation>
    </message>
</context>
<context>
    <name>stowage::TensorMenus</name>
    <message>
        <source>Scale sizes</source>
        <translation>缩放大小</translation>
    </message>
    <message>
        <source>Set size</source>
        <translation>设置大小</translation>
    </message>
    <message>
        <source>&amp;Size, such as 4096, 4 KiB or 0x1000:</source>
        <translation>大小，如 4096、4 KiB 或 0x1000(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Group contiguously</source>
        <translation>设为连续组(&amp;G)</translation>
    </message>
    <message>
        <source>Size × &amp;2</source>
        <translation>大小 × 2(&amp;2)</translation>
    </message>
    <message>
        <source>Size &amp;÷ 2</source>
        <translation>大小 ÷ 2(&amp;÷)</translation>
    </message>
    <message>
        <source>S&amp;cale size…</source>
        <translation>缩放大小(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Set size…</source>
        <translation>设置大小(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Take out of its group</source>
        <translation>移出其组(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Dissolve its group</source>
        <translation>解散其组(&amp;D)</translation>
    </message>
    <message>
        <source>It is in no group</source>
        <translation>它不在任何组中</translation>
    </message>
    <message>
        <source>They are not all in one group</source>
        <translation>它们不都在同一组中</translation>
    </message>
    <message>
        <source>For one tensor at a time</source>
        <translation>一次只能处理一个张量</translation>
    </message>
    <message numerus="yes">
        <source>Frees %1 between %2 and %3, for %Ln step(s).</source>
        <translation>
            <numerusform>在 %2 与 %3 之间释放 %1，共 %Ln 步。</numerusform>
        </translation>
    </message>
    <message>
        <source>The makespan stays.</source>
        <translation>总时长不变。</translation>
    </message>
    <message>
        <source>Makespan %1.</source>
        <translation>总时长 %1。</translation>
    </message>
    <message>
        <source>Move to &amp;memory space</source>
        <translation>移到内存空间(&amp;M)</translation>
    </message>
    <message>
        <source>In this memory space already</source>
        <translation>已在此内存空间中</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Recompute</source>
        <translation>重新计算(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Offload to the host</source>
        <translation>卸载到主机(&amp;O)</translation>
    </message>
</context>
<context>
    <name>stowage::TensorTable</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Filter tensors by name</source>
        <translation>按名称筛选张量</translation>
    </message>
    <message>
        <source>The name is a regular expression</source>
        <translation>名称是正则表达式</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Smallest size</source>
        <translation>最小大小</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>最大大小</translation>
    </message>
    <message>
        <source>Lowest address</source>
        <translation>最低地址</translation>
    </message>
    <message>
        <source>Highest address</source>
        <translation>最高地址</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Only tensors alive in these steps are shown</source>
        <translation>只显示在这些步中存活的张量</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Not an amount such as 4096, 4 KiB or 0x1000</source>
        <translation>不是有效的数量，如 4096、4 KiB 或 0x1000</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation>
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Limits of size and address</source>
        <translation>大小和地址的范围</translation>
    </message>
</context>
<context>
    <name>stowage::TensorTableModel</name>
    <message>
        <source>Bytes, as in the graph: not rounded up to the alignment</source>
        <translation>字节，与计算图中相同：未按对齐向上取整</translation>
    </message>
    <message>
        <source>Where it starts in the buffer, in bytes</source>
        <translation>它在缓冲区中的起始位置，以字节计</translation>
    </message>
    <message>
        <source>The first byte after it</source>
        <translation>它之后的第一个字节</translation>
    </message>
    <message>
        <source>The first instant at which it is needed</source>
        <translation>需要它的最早时刻</translation>
    </message>
    <message>
        <source>The stream of its producer</source>
        <translation>其生产算子的流</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>From time</source>
        <translation>起始时间</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>首步</translation>
    </message>
    <message>
        <source>Until time</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>末步</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生产算子</translation>
    </message>
    <message>
        <source>Consumers</source>
        <translation>消费算子</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message numerus="yes">
        <source> and %Ln more</source>
        <translation>
            <numerusform> 及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>与文件中相同</translation>
    </message>
    <message>
        <source>The operators that read it; its memory is free once all have ended</source>
        <translation>读取它的算子；全部结束后其内存即空闲</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Allocated by</source>
        <translation>分配者</translation>
    </message>
    <message>
        <source>Freed by</source>
        <translation>释放者</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>None: the file lists only lifetimes</source>
        <translation>无：文件只列出生命周期</translation>
    </message>
    <message>
        <source>Unknown: the file does not give it. It counts as 0 bytes.</source>
        <translation>未知：文件没有说明。按 0 字节计算。</translation>
    </message>
    <message>
        <source>The first instant after its lifetime</source>
        <translation>其生命周期之后的第一个时刻</translation>
    </message>
    <message>
        <source>The operator that allocates it; none if present from the start</source>
        <translation>分配它的算子；若一开始就存在则没有</translation>
    </message>
    <message>
        <source>The operator that writes it; none if present from the start</source>
        <translation>写入它的算子；若一开始就存在则没有</translation>
    </message>
    <message>
        <source>The operator that frees it; none if kept until the end</source>
        <translation>释放它的算子；若存在到最后则没有</translation>
    </message>
    <message>
        <source>The contiguous group that it belongs to</source>
        <translation>它所属的连续组</translation>
    </message>
    <message>
        <source>Your note, kept in a file beside the graph&apos;s file</source>
        <translation>您的备注，保存在计算图文件旁的单独文件中</translation>
    </message>
    <message>
        <source>The tensor whose bytes it uses, as a view or in place</source>
        <translation>它使用哪个张量的字节：作为视图，或就地写入</translation>
    </message>
    <message>
        <source>The first step that needs it</source>
        <translation>需要它的第一步</translation>
    </message>
    <message>
        <source>The last step that needs it</source>
        <translation>需要它的最后一步</translation>
    </message>
    <message>
        <source>Line of the program that requested the block</source>
        <translation>请求该块的程序行</translation>
    </message>
    <message>
        <source>Kind in the file: weight, activation, gradient…</source>
        <translation>文件中的种类：权重、激活值、梯度等</translation>
    </message>
</context>
<context>
    <name>stowage::TimeAxis</name>
    <message>
        <source>No operator has a duration</source>
        <translation>没有算子有时长</translation>
    </message>
    <message>
        <source>&amp;Time axis</source>
        <translation>时间轴(&amp;T)</translation>
    </message>
    <message>
        <source>No operator has a duration. Import durations in the File menu, or select operators and set their duration in the Edit menu.</source>
        <translation>没有算子带有时长。请在“文件”菜单中导入时长，或选中算子后在“编辑”菜单中设置其时长。</translation>
    </message>
</context>
<context>
    <name>stowage::TimeCentre</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Heap map</source>
        <translation>内存图</translation>
    </message>
    <message>
        <source>Memory curve</source>
        <translation>内存曲线</translation>
    </message>
</context>
<context>
    <name>stowage::TradeOffPlot</name>
    <message>
        <source>makespan</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>on one stream</source>
        <translation>一条流</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>fastest within the budget</source>
        <translation>预算内最快</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>所示</translation>
    </message>
    <message>
        <source>makespan (estimated)</source>
        <translation>总时长（估计）</translation>
    </message>
</context>
<context>
    <name>stowage::ViewMenu</name>
    <message>
        <source>Wor&amp;kspace</source>
        <translation>工作区(&amp;Z)</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>Show all steps, all memory and all operators</source>
        <translation>显示所有步、全部内存和所有算子</translation>
    </message>
    <message>
        <source>Go to the heap map</source>
        <translation>转到内存图</translation>
    </message>
    <message>
        <source>Focus the heap map, so that arrow keys walk its tensors</source>
        <translation>聚焦内存图，用方向键在张量间移动</translation>
    </message>
    <message>
        <source>Ma&amp;ximise view</source>
        <translation>最大化视图(&amp;X)</translation>
    </message>
    <message>
        <source>Maximize the focused view; press again to restore</source>
        <translation>最大化焦点视图；再按一次恢复</translation>
    </message>
    <message>
        <source>Fold left views</source>
        <translation>折叠左侧视图</translation>
    </message>
    <message>
        <source>Fold the left column to a strip of names, or unfold it</source>
        <translation>将左侧一栏折叠为一条名称，或展开</translation>
    </message>
    <message>
        <source>Fold right views</source>
        <translation>折叠右侧视图</translation>
    </message>
    <message>
        <source>Fold the right column to a strip of names, or unfold it</source>
        <translation>将右侧一栏折叠为一条名称，或展开</translation>
    </message>
    <message>
        <source>&amp;Reset workspace</source>
        <translation>重置工作区(&amp;R)</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>总览(&amp;V)</translation>
    </message>
    <message>
        <source>The bytes alive over all steps, and the part in view</source>
        <translation>所有步上存活的字节，以及所见的部分</translation>
    </message>
    <message>
        <source>La&amp;nes</source>
        <translation>泳道(&amp;N)</translation>
    </message>
    <message>
        <source>Operators by stream, above the heap map</source>
        <translation>按流排列的算子，位于内存图上方</translation>
    </message>
    <message>
        <source>Memory curve</source>
        <translation>内存曲线</translation>
    </message>
    <message>
        <source>The bytes alive at each step, below the heap map</source>
        <translation>每一步存活的字节，位于内存图下方</translation>
    </message>
    <message>
        <source>Vi&amp;ews</source>
        <translation>视图列表(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Parts of the order</source>
        <translation>执行顺序的各部分(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>着色依据(&amp;C)</translation>
    </message>
    <message>
        <source>No operator has a duration</source>
        <translation>没有算子有时长</translation>
    </message>
    <message>
        <source>T&amp;ime axis</source>
        <translation>时间轴(&amp;I)</translation>
    </message>
    <message>
        <source>Draw lanes and heap map over the time of the simulated run, instead of steps</source>
        <translation>泳道和内存图以模拟运行的时间为横轴，而不是步</translation>
    </message>
</context>
<context>
    <name>stowage::ViolationsDialog</name>
    <message>
        <source>overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>broken group</source>
        <translation>组不连续</translation>
    </message>
    <message>
        <source>misaligned</source>
        <translation>未对齐</translation>
    </message>
    <message>
        <source>out of range</source>
        <translation>越界</translation>
    </message>
    <message>
        <source>wrong footprint</source>
        <translation>占用有误</translation>
    </message>
    <message>
        <source>There is no imported plan.</source>
        <translation>没有导入的方案。</translation>
    </message>
    <message>
        <source>The imported plan is being checked…</source>
        <translation>正在检查导入的方案……</translation>
    </message>
    <message>
        <source>The imported plan is safe for the graph as it is now.</source>
        <translation>导入的方案对当前的计算图是安全的。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s).</source>
        <translation>
            <numerusform>%Ln 处违例。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 are listed.</source>
        <translation>列出前 %1 处。</translation>
    </message>
    <message>
        <source>&amp;Select all their tensors</source>
        <translation>选中所涉及的全部张量(&amp;S)</translation>
    </message>
    <message>
        <source>Violations of the imported plan</source>
        <translation>导入方案的违例</translation>
    </message>
    <message>
        <source>Violations</source>
        <translation>违例</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Other tensor</source>
        <translation>另一张量</translation>
    </message>
    <message>
        <source>misplaced view</source>
        <translation>视图位置错误</translation>
    </message>
    <message>
        <source>not in place</source>
        <translation>未就地写入</translation>
    </message>
    <message>
        <source>Select a row to highlight its tensors.</source>
        <translation>选择一行以突出显示其张量。</translation>
    </message>
    <message>
        <source>Violation</source>
        <translation>违例</translation>
    </message>
</context>
<context>
    <name>stowage::Walk</name>
    <message>
        <source>one segment: the whole time, at height 0</source>
        <translation>一个段：整个时间，高度为 0</translation>
    </message>
    <message>
        <source>while there is a segment: take the lowest away</source>
        <translation>只要还有段：取走最低的段</translation>
    </message>
    <message>
        <source>choose a tensor that meets it, and no other segment</source>
        <translation>选择一个与它相遇、且不与其他段相遇的张量</translation>
    </message>
    <message>
        <source>put it there, perhaps over others, in the first colour without an overlap</source>
        <translation>放在那里，可与其他张量重叠，用第一种没有重叠的颜色</translation>
    </message>
    <message>
        <source>if no tensor can be chosen, the segment is gone for good</source>
        <translation>若没有可选的张量，该段就此消失</translation>
    </message>
    <message>
        <source>lift each colour above the colours before</source>
        <translation>将每种颜色抬到前面各颜色之上</translation>
    </message>
    <message>
        <source>from the lowest up, drop each tensor to the lowest place that is free</source>
        <translation>从最低者起，让每个张量落到最低的空闲位置</translation>
    </message>
    <message>
        <source>The lowest segment is at height %1, from step %2 to step %3.</source>
        <translation>最低的段高度为 %1，从步 %2 到步 %3。</translation>
    </message>
    <message>
        <source>No tensor that is left meets this segment alone: the segment is gone.</source>
        <translation>剩余的张量中没有只与此段相遇的：此段消失。</translation>
    </message>
    <message>
        <source>%1 meets this segment and no other: it is put at height %2, in colour %3.</source>
        <translation>%1 只与此段相遇：放在高度 %2，用颜色 %3。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Lifted to</source>
        <translation>抬到</translation>
    </message>
    <message>
        <source>Drops to</source>
        <translation>落到</translation>
    </message>
    <message>
        <source>All tensors have a height. Colours that keep overlaps apart: %1. Each is lifted by %2 more than the one before.</source>
        <translation>所有张量都有了高度。把重叠者分开的颜色数：%1。每种颜色比前一种多抬高 %2。</translation>
    </message>
    <message>
        <source>%1 stays at %2: no place below is free.</source>
        <translation>%1 留在 %2：下方没有空闲位置。</translation>
    </message>
    <message>
        <source>%1 drops from %2 to %3, the lowest place that the tensors below leave free.</source>
        <translation>%1 从 %2 落到 %3，即下方各张量留出的最低空闲位置。</translation>
    </message>
    <message>
        <source>until every operator has run:</source>
        <translation>直到每个算子都已运行：</translation>
    </message>
    <message>
        <source>ready: operators whose inputs are made, and that wait for nothing else</source>
        <translation>就绪：输入都已产生、且不再等待其他算子的算子</translation>
    </message>
    <message>
        <source>run the ready operator of least growth, of equal ones the first</source>
        <translation>运行增量最小的就绪算子，相等时取最前者</translation>
    </message>
    <message>
        <source>Step %1. Operators that are ready: %2.</source>
        <translation>步 %1。就绪的算子数：%2。</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增量</translation>
    </message>
    <message>
        <source>%1 leaves least in memory: growth %2. While it runs, %3 are in use; the peak so far is %4.</source>
        <translation>%1 使内存中剩余最少：增量 %2。它运行时使用 %3；目前的峰值为 %4。</translation>
    </message>
    <message>
        <source>until every tensor is placed:</source>
        <translation>直到每个张量都已放置：</translation>
    </message>
    <message>
        <source>s: the lowest stretch of time, of equal ones the leftmost</source>
        <translation>s：最低的时间段，相等时取最左者</translation>
    </message>
    <message>
        <source>among the tensors that live within s, choose the longest-lived</source>
        <translation>在生命周期位于 s 之内的张量中，选择寿命最长者</translation>
    </message>
    <message>
        <source>put it on s: over its lifetime, s rises to its end</source>
        <translation>放在 s 上：在其生命周期内，s 升到它的末端</translation>
    </message>
    <message>
        <source>if no tensor lives within s: raise s to its lower neighbour</source>
        <translation>若没有张量的生命周期位于 s 之内：将 s 升到较低的相邻段</translation>
    </message>
    <message>
        <source>No tensor that is left lives within it: it is raised to %1, the height of its lower neighbour.</source>
        <translation>剩余的张量中没有生命周期位于其内的：将它升到 %1，即较低的相邻段的高度。</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>for each block b, largest first:</source>
        <translation>对每个块 b，最大者优先：</translation>
    </message>
    <message>
        <source>of all paths from b, choose the path that adds fewest bytes</source>
        <translation>在从 b 出发的所有路径中，选择增加字节最少的路径</translation>
    </message>
    <message>
        <source>it ends where a block opens an object: the object grows by all its bytes</source>
        <translation>路径止于新开对象的块：对象增长该块的全部字节</translation>
    </message>
    <message>
        <source>or at a block that nothing takes over yet: only the excess is added</source>
        <translation>或止于尚未被接管的块：只增加超出的部分</translation>
    </message>
    <message>
        <source>along the path, blocks give way: each takes over another</source>
        <translation>沿路径各块让位：每块改为接管另一块</translation>
    </message>
    <message>
        <source>blocks in a chain share an object, as large as the largest</source>
        <translation>同一条链上的块共用一个对象，与其中最大的块同样大</translation>
    </message>
    <message>
        <source>stack the objects</source>
        <translation>将各对象叠放</translation>
    </message>
    <message>
        <source>%1, %2: the path that adds least adds %3.</source>
        <translation>%1，%2：增加最少的路径增加 %3。</translation>
    </message>
    <message>
        <source>%1 opens an object. Objects have grown to %2 in all.</source>
        <translation>%1 新开一个对象。各对象总计增至 %2。</translation>
    </message>
    <message>
        <source>%1 takes over %2; %3, at the end of the path, opens an object. Objects have grown to %4 in all.</source>
        <translation>%1 接管 %2；位于路径末端的 %3 新开一个对象。各对象总计增至 %4。</translation>
    </message>
    <message>
        <source>%1 takes over %2. Objects have grown to %3 in all.</source>
        <translation>%1 接管 %2。各对象总计增至 %3。</translation>
    </message>
    <message>
        <source>%1 takes over %2. Blocks that move on to others: %3. Objects have grown to %4 in all.</source>
        <translation>%1 接管 %2。改为接管其他块的块数：%3。各对象总计增至 %4。</translation>
    </message>
    <message>
        <source>Blocks in the object that %1 opens: %2, one at a time. It lies from %3 to %4.</source>
        <translation>%1 新开的对象中的块数：%2，每次只有一个。该对象从 %3 到 %4。</translation>
    </message>
    <message>
        <source>for each class of blocks, most unsafe pairs first:</source>
        <translation>对每一类块，不安全对最多者优先：</translation>
    </message>
    <message>
        <source>for each class of blocks, largest first:</source>
        <translation>对每一类块，最大者优先：</translation>
    </message>
    <message>
        <source>candidates: a block of it, alone or with a larger block that is safe to it</source>
        <translation>候选：该类中的一个块，单独一个，或与一个和它安全的更大的块一起</translation>
    </message>
    <message>
        <source>for each candidate, largest first: of the edges that are wide enough, from a block before it to a block after it, choose the one of fewest ends at source or sink, then the narrowest</source>
        <translation>对每个候选，最大者优先：在够宽的、从它之前的块到它之后的块的边中，选择端点为源点或汇点最少的一条，其次取最窄者</translation>
    </message>
    <message>
        <source>insert it: it takes over bytes of the edge, and passes them on</source>
        <translation>插入它：它接管这条边的字节，再传给后面</translation>
    </message>
    <message>
        <source>if no candidate fits an edge: a new buffer on top, as large as the first</source>
        <translation>若没有候选适合任何边：在最上方新开一个缓冲区，与第一个候选同样大</translation>
    </message>
    <message>
        <source>A new buffer for %1: an edge from source to sink, from %2 to %3.</source>
        <translation>为 %1 新开一个缓冲区：一条从源点到汇点的边，字节从 %2 到 %3。</translation>
    </message>
    <message>
        <source>The edge from %2 to %3 fits for %1: it passes %4 on at %5.</source>
        <translation>从 %2 到 %3 的边适合 %1：它在 %5 处传递 %4。</translation>
    </message>
    <message>
        <source>Inserted at %2: %1. %3 edges take the place of one.</source>
        <translation>在 %2 处插入：%1。%3 条边取代原来的一条。</translation>
    </message>
    <message>
        <source>Candidates tried before: %1. For none is an edge wide enough between a block before it and a block after it.</source>
        <translation>此前尝试的候选数：%1。对其中任何一个，从它之前的块到它之后的块都没有够宽的边。</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>fits no edge</source>
        <translation>不适合任何边</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>window: the whole order; base: address 0</source>
        <translation>窗口：整个顺序；底：地址 0</translation>
    </message>
    <message>
        <source>while a tensor that is left lives within the window:</source>
        <translation>只要剩余的张量中还有生命周期位于窗口之内的：</translation>
    </message>
    <message>
        <source>choose the longest-lived of them, of equal ones the largest</source>
        <translation>选择其中寿命最长者，相等时取最大者</translation>
    </message>
    <message>
        <source>put it on the base; its lifetime is the window now, its end the base</source>
        <translation>放在底上；窗口改为它的生命周期，底改为它的末端</translation>
    </message>
    <message>
        <source>the rest is left to the program of addresses</source>
        <translation>其余留给地址的整数规划</translation>
    </message>
    <message>
        <source>within</source>
        <translation>在其内</translation>
    </message>
    <message>
        <source>not within</source>
        <translation>不在其内</translation>
    </message>
    <message>
        <source>Tensors in the pyramid: %1; it is %2 high. Tensors left to the program of addresses: %3.</source>
        <translation>金字塔中的张量数：%1；高度为 %2。留给地址的整数规划的张量数：%3。</translation>
    </message>
    <message>
        <source>independent</source>
        <translation>独立</translation>
    </message>
    <message>
        <source>piece</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>Operators between the borders: %1. All that they share with others passes through the borders: they are an independent subgraph.</source>
        <translation>边界之间的算子数：%1。它们与其他算子共用的一切都经过边界：它们是一个独立子图。</translation>
    </message>
    <message>
        <source>An independent subgraph is too large. Operators in this piece of it: %1.</source>
        <translation>一个独立子图过大。它的这一部分中的算子数：%1。</translation>
    </message>
    <message>
        <source>if all tensors between them stay between them: an independent subgraph</source>
        <translation>若两者之间的所有张量都留在两者之间：一个独立子图</translation>
    </message>
    <message>
        <source>with more operators than the limit: split it</source>
        <translation>算子数超过上限时：将其拆分</translation>
    </message>
    <message>
        <source>move the border that is in the way, or both</source>
        <translation>移动造成阻碍的边界，或两个都移动</translation>
    </message>
    <message>
        <source>the rest is a subgraph, too</source>
        <translation>余下的也是一个子图</translation>
    </message>
    <message>
        <source>for each leaf, outermost first:</source>
        <translation>对每个叶子，最外层者优先：</translation>
    </message>
    <message>
        <source>activations end to end on those of the leaf before; temporaries above them</source>
        <translation>激活首尾相接，叠在前一个叶子的激活之上；临时张量在它们之上</translation>
    </message>
    <message>
        <source>take out temporaries that overlap others</source>
        <translation>取出与其他张量重叠的临时张量</translation>
    </message>
    <message>
        <source>largest first, put each into the smallest gap that holds it</source>
        <translation>最大者优先，各放入容得下它的最小空隙</translation>
    </message>
    <message>
        <source>Temporaries that overlap others, and are taken out: %1.</source>
        <translation>因与其他张量重叠而取出的临时张量数：%1。</translation>
    </message>
    <message>
        <source>%1 moves from %2 to %3.</source>
        <translation>%1 从 %2 移到 %3。</translation>
    </message>
    <message>
        <source>safe</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>unsafe</source>
        <translation>不安全</translation>
    </message>
    <message>
        <source>all pairs are unsafe; AncNodes[n]: all operators with a path to n</source>
        <translation>所有对都不安全；AncNodes[n]：有路径通向 n 的所有算子</translation>
    </message>
    <message>
        <source>for each pair of tensors a, b:</source>
        <translation>对每对张量 a、b：</translation>
    </message>
    <message>
        <source>if AncNodes of b&apos;s producer has all of DestNodes[a]: the pair is safe</source>
        <translation>若 b 的生产算子的 AncNodes 包含 DestNodes[a] 的全部：该对安全</translation>
    </message>
    <message>
        <source>if AncNodes of a&apos;s producer has all of DestNodes[b]: the pair is safe</source>
        <translation>若 a 的生产算子的 AncNodes 包含 DestNodes[b] 的全部：该对安全</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生产算子</translation>
    </message>
    <message>
        <source>DestNodes</source>
        <translation>DestNodes</translation>
    </message>
    <message>
        <source>its producer, as nothing uses it</source>
        <translation>它的生产算子，因为没有算子使用它</translation>
    </message>
    <message>
        <source>Tensors: %1. Pairs of them: %2. At first, all pairs are unsafe.</source>
        <translation>张量数：%1。张量对数：%2。起初所有对都不安全。</translation>
    </message>
    <message>
        <source>All of DestNodes[%1] lead to %2, which makes %3: %1 is over before %3 is made. The pair is safe.</source>
        <translation>DestNodes[%1] 全部通向产生 %3 的 %2：%3 产生之前，%1 已经结束。该对安全。</translation>
    </message>
    <message>
        <source>%1 uses %2 and does not lead to %3, which makes %4; %5 uses %4 and does not lead to %6, which makes %2. The pair stays unsafe.</source>
        <translation>%1 使用 %2，且不通向产生 %4 的 %3；%5 使用 %4，且不通向产生 %2 的 %6。该对仍不安全。</translation>
    </message>
    <message>
        <source>all pairs are unsafe; StartTime, EndTime, MaxAncId, AncStreams as in the table</source>
        <translation>所有对都不安全；StartTime、EndTime、MaxAncId、AncStreams 如表所示</translation>
    </message>
    <message>
        <source>for each stream s1, for each stream s2 in AncStreams[s1], made there: t1, t2</source>
        <translation>对每个流 s1，对 AncStreams[s1] 中的每个流 s2，对分别在其中产生的 t1、t2</translation>
    </message>
    <message>
        <source>if t2 stays in s2: safe if EndTime[t2][s2] ≤ MaxAncId[t1][s2]</source>
        <translation>若 t2 留在 s2 中：当 EndTime[t2][s2] ≤ MaxAncId[t1][s2] 时安全</translation>
    </message>
    <message>
        <source>if not: safe if ValidAncestor(t2, t1)</source>
        <translation>否则：当 ValidAncestor(t2, t1) 时安全</translation>
    </message>
    <message>
        <source>for each pair of one stream: safe if one ends before the other starts, or is its ValidAncestor</source>
        <translation>对同一个流的每一对：若一个在另一个开始之前结束，或是它的 ValidAncestor，则安全</translation>
    </message>
    <message>
        <source>AncStreams[%1] has %2: an operator of it leads to one of %1.</source>
        <translation>AncStreams[%1] 包含 %2：其中有算子通向 %1 的算子。</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>StartTime</source>
        <translation>StartTime</translation>
    </message>
    <message>
        <source>EndTime %1</source>
        <translation>EndTime %1</translation>
    </message>
    <message>
        <source>MaxAncId %1</source>
        <translation>MaxAncId %1</translation>
    </message>
    <message>
        <source>The table has for each tensor: the place of its producer in its stream, of its last use in each stream, and of the last ancestor of its producer in each stream.</source>
        <translation>此表对每个张量列出：其生产算子在所在流中的位置、它在各流中最后一次使用的位置，以及其生产算子在各流中最后一个祖先的位置。</translation>
    </message>
    <message>
        <source>%1 stays in stream %2: EndTime %3 ≤ MaxAncId %4 of %5. Safe.</source>
        <translation>%1 留在流 %2 中：EndTime %3 ≤ %5 的 MaxAncId %4。安全。</translation>
    </message>
    <message>
        <source>%1 stays in stream %2: EndTime %3 &gt; MaxAncId %4 of %5. Not shown safe.</source>
        <translation>%1 留在流 %2 中：EndTime %3 &gt; %5 的 MaxAncId %4。未证明安全。</translation>
    </message>
    <message>
        <source>%1 and %2, made in stream %3 at %4 and %5: one is over before the other. Safe.</source>
        <translation>%1 和 %2 在流 %3 的 %4 和 %5 处产生：一个在另一个之前结束。安全。</translation>
    </message>
    <message>
        <source>%1 and %2, made in stream %3 at %4 and %5: neither is over before the other.</source>
        <translation>%1 和 %2 在流 %3 的 %4 和 %5 处产生：两者都不在另一个之前结束。</translation>
    </message>
    <message>
        <source>ValidAncestor(%1, %2): the producer of %2 waits for each EndTime of %1. Safe.</source>
        <translation>ValidAncestor(%1, %2)：%2 的生产算子等待 %1 的每个 EndTime。安全。</translation>
    </message>
    <message>
        <source>Not ValidAncestor(%1, %2): the EndTime of %1 in stream %3 is %4, and %2 waits for %5 there. Not shown safe.</source>
        <translation>并非 ValidAncestor(%1, %2)：%1 在流 %3 中的 EndTime 为 %4，而 %2 在那里只等到 %5。未证明安全。</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message>
        <source>replace the segment: where it meets the tensor, it is higher by the tensor&apos;s size</source>
        <translation>以新的段代替它：与该张量相遇之处，高度增加该张量的大小</translation>
    </message>
    <message>
        <source>growth: the bytes that it makes, less the bytes of inputs that it is the last to use</source>
        <translation>增量：它产生的字节，减去由它最后使用的输入</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Operators between the borders: %1. They use tensors made before, and their tensors are used after. Both borders move.</source>
        <translation>边界之间的算子数：%1。它们使用之前产生的张量，它们产生的张量在之后使用。两个边界都移动。</translation>
    </message>
    <message>
        <source>Operators between the borders: %1. They use tensors made before. The border of the forward pass moves.</source>
        <translation>边界之间的算子数：%1。它们使用之前产生的张量。去程的边界移动。</translation>
    </message>
    <message>
        <source>Operators between the borders: %1. Their tensors are used after. The border of the backward pass moves.</source>
        <translation>边界之间的算子数：%1。它们产生的张量在之后使用。返程的边界移动。</translation>
    </message>
    <message>
        <source>Without a backward pass, consecutive segments form a leaf. Operators in these segments: %1.</source>
        <translation>没有返程。这些相连的段中的算子数：%1。</translation>
    </message>
    <message>
        <source>borders: the last insensitive operator of the forward pass, the first of the backward pass</source>
        <translation>边界：去程的最后一个不敏感算子，返程的第一个不敏感算子</translation>
    </message>
    <message>
        <source>while there is a border in both passes:</source>
        <translation>只要去程和返程都有边界：</translation>
    </message>
    <message>
        <source>no choice</source>
        <translation>没有选择</translation>
    </message>
    <message>
        <source>integer program</source>
        <translation>整数规划</translation>
    </message>
    <message>
        <source>best fit</source>
        <translation>最佳适应</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Leaf %1 of %2 stands at %3. Tensors in it: %4; temporaries do not meet each other. It ends at %5: least.</source>
        <translation>叶子 %1 / %2 位于 %3。其中的张量数：%4；临时张量互不相遇。它止于 %5：最小。</translation>
    </message>
    <message>
        <source>Leaf %1 of %2 stands at %3. Tensors in it: %4. Best fit places the temporaries. It ends at %5.</source>
        <translation>叶子 %1 / %2 位于 %3。其中的张量数：%4。由最佳适应放置临时张量。它止于 %5。</translation>
    </message>
    <message>
        <source>Leaf %1 of %2 stands at %3. Tensors in it: %4. An integer program places the temporaries. It ends at %5, and the program proves that no plan of the leaf ends lower.</source>
        <translation>叶子 %1 / %2 位于 %3。其中的张量数：%4。由整数规划放置临时张量。它止于 %5，且整数规划证明该叶子没有止于更低处的方案。</translation>
    </message>
    <message>
        <source>Leaf %1 of %2 stands at %3. Tensors in it: %4. An integer program places the temporaries. It ends at %5; the program stopped at the proof that all plans of the leaf end at %6 or above.</source>
        <translation>叶子 %1 / %2 位于 %3。其中的张量数：%4。由整数规划放置临时张量。它止于 %5；整数规划停止时已证明，该叶子的所有方案都止于 %6 或更高处。</translation>
    </message>
    <message>
        <source>Leaf</source>
        <translation>叶子</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>张量对</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>for each block b, earliest made first:</source>
        <translation>对每个块 b，最先产生者优先：</translation>
    </message>
    <message>
        <source>put b on top of the block before</source>
        <translation>把 b 放在前一个块之上</translation>
    </message>
    <message>
        <source>but at 0 if no block before is alive any more</source>
        <translation>但若前面的块都已不再存活，则放在 0</translation>
    </message>
    <message>
        <source>No block before is alive any more: %1, %2, is put at 0 again.</source>
        <translation>前面的块都已不再存活：%1（%2）重新放在 0。</translation>
    </message>
    <message>
        <source>%1, %2, is put at %3, on top of the block before.</source>
        <translation>%1（%2）放在 %3，在前一个块之上。</translation>
    </message>
    <message>
        <source>The lowest stretch, [%1, %2), is filled up to %3.</source>
        <translation>最低的一段 [%1, %2) 被填充到 %3。</translation>
    </message>
    <message>
        <source>Tensors that live within it: %1. %2 lives longest: %3.</source>
        <translation>在其中存活的张量：%1。%2 存活最久：%3。</translation>
    </message>
    <message>
        <source>%1 is put at %2; over [%3, %4) the height is %5 now.</source>
        <translation>%1 放在 %2；在 [%3, %4) 上，高度现为 %5。</translation>
    </message>
    <message>
        <source>The window is [%1, %2).</source>
        <translation>窗口为 [%1, %2)。</translation>
    </message>
    <message>
        <source>Of the tensors within the window, %1 lives longest, %2: it is put at %3.</source>
        <translation>在窗口内的张量中，%1 存活最久（%2）：放在 %3。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>stowage::Workspaces</name>
    <message>
        <source>Explore</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Recorded heap</source>
        <translation>记录的堆</translation>
    </message>
    <message>
        <source>Segments, blocks and stacks of a recorded heap</source>
        <translation>记录的堆中的段、块与调用栈</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Lessons, and a planner step by step</source>
        <translation>课程，以及逐步执行的规划器</translation>
    </message>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <translation>%1 (Ctrl+%2)</translation>
    </message>
    <message>
        <source>The graph, its plan, and the reasons for offsets</source>
        <translation>计算图、其方案，以及偏移的理由</translation>
    </message>
    <message>
        <source>Streams and syncs, with their costs and savings</source>
        <translation>流与同步，及其代价与节省</translation>
    </message>
    <message>
        <source>Two plans side by side, and the tensors that moved</source>
        <translation>两个方案并排，以及移动了的张量</translation>
    </message>
    <message>
        <source>This document has no recorded heap. Open a heap snapshot to see one.</source>
        <translation>此文档没有记录的堆。打开堆快照即可查看。</translation>
    </message>
    <message>
        <source>Orders of the operators</source>
        <translation>算子的顺序</translation>
    </message>
</context>
<context>
    <name>stowage::ZooDialog</name>
    <message>
        <source>images of 224 × 224; five convolutions, and most of its weights in one layer</source>
        <translation>224 × 224 的图像；五个卷积，大部分权重在同一层</translation>
    </message>
    <message>
        <source>images of 224 × 224; its first activations are the largest by far</source>
        <translation>224 × 224 的图像；最前面的激活远大于其余</translation>
    </message>
    <message>
        <source>images of 224 × 224; bottlenecks around shortcuts that keep their input alive</source>
        <translation>224 × 224 的图像；瓶颈块旁有捷径，使其输入一直存活</translation>
    </message>
    <message>
        <source>images of 224 × 224; modules of four branches, joined by copies</source>
        <translation>224 × 224 的图像；四分支的模块，以复制拼接</translation>
    </message>
    <message>
        <source>images of 224 × 224; inverted residuals: wide inside, narrow between</source>
        <translation>224 × 224 的图像；倒残差：内部宽，块间窄</translation>
    </message>
    <message>
        <source>images of 224 × 224; inverted residuals found by search</source>
        <translation>224 × 224 的图像；由搜索得到的倒残差</translation>
    </message>
    <message>
        <source>images of 224 × 224; inverted residuals whose channels are weighted</source>
        <translation>224 × 224 的图像；通道加权的倒残差</translation>
    </message>
    <message>
        <source>images of 224 × 224 as 197 tokens; twelve layers of attention</source>
        <translation>224 × 224 的图像，作为 197 个词元；十二层注意力</translation>
    </message>
    <message>
        <source>512 tokens; twelve layers and a pooler, no head</source>
        <translation>512 个词元；十二层和一个池化层，没有输出头</translation>
    </message>
    <message>
        <source>512 tokens; 24 layers and a pooler, no head</source>
        <translation>512 个词元；24 层和一个池化层，没有输出头</translation>
    </message>
    <message>
        <source>128 tokens to 128; the encoder&apos;s result lives through the whole decoder</source>
        <translation>128 个词元到 128 个；编码器的结果在整个解码器期间存活</translation>
    </message>
    <message>
        <source>1,024 tokens; 48 layers, over 10,000 operators with Adam</source>
        <translation>1,024 个词元；48 层，使用 Adam 时超过 10,000 个算子</translation>
    </message>
    <message>
        <source>1,024 tokens; 16 bits, layers run again, clipping; on streams it has hundreds of contiguous groups</source>
        <translation>1,024 个词元；16 位，各层重新计算，梯度裁剪；多流时有数百个连续组</translation>
    </message>
    <message>
        <source>Plan &amp;weights and the optimizer&apos;s state too</source>
        <translation>也规划权重和优化器状态(&amp;W)</translation>
    </message>
    <message>
        <source>New from zoo</source>
        <translation>从网络库新建</translation>
    </message>
    <message>
        <source>&amp;Make</source>
        <translation>生成(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Network:</source>
        <translation>网络(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Batch:</source>
        <translation>批大小(&amp;B)：</translation>
    </message>
    <message>
        <source>A step of training</source>
        <translation>一个训练步</translation>
    </message>
    <message>
        <source>Forward only</source>
        <translation>仅前向</translation>
    </message>
    <message>
        <source>&amp;Run:</source>
        <translation>运行(&amp;R)：</translation>
    </message>
    <message>
        <source>Forward, loss, backward and updates; or forward alone</source>
        <translation>前向、损失、反向和更新；或只有前向</translation>
    </message>
    <message>
        <source>None: gradients are the results</source>
        <translation>无：梯度即为结果</translation>
    </message>
    <message>
        <source>&amp;Optimizer:</source>
        <translation>优化器(&amp;O)：</translation>
    </message>
    <message>
        <source>One</source>
        <translation>一个</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>&amp;Streams:</source>
        <translation>流(&amp;S)：</translation>
    </message>
    <message>
        <source>A&amp;t most:</source>
        <translation>最多(&amp;T)：</translation>
    </message>
    <message>
        <source>O&amp;perators of a stream, at most:</source>
        <translation>每流算子数上限(&amp;P)：</translation>
    </message>
    <message>
        <source>A new stream begins when one is full</source>
        <translation>一个流满时开始新的流</translation>
    </message>
    <message>
        <source>%1; %2 parameters</source>
        <translation>%1；%2 个参数</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>&amp;Durations for:</source>
        <translation>时长所属设备(&amp;D)：</translation>
    </message>
    <message>
        <source>The device that durations are estimated for</source>
        <translation>用于估计时长的设备</translation>
    </message>
    <message>
        <source>Estimates from the data sheet: no operator is quicker, most are slower.</source>
        <translation>根据数据手册估计：没有算子更快，多数更慢。</translation>
    </message>
    <message>
        <source>Results may be written over &amp;inputs</source>
        <translation>结果可覆写输入(&amp;I)</translation>
    </message>
    <message>
        <source>1,024 tokens; like the network of 2.6B, but wider and with 40 layers: the largest graph here</source>
        <translation>1,024 个词元；与 2.6B 的那个相同，但更宽，共 40 层：这里最大的图</translation>
    </message>
    <message>
        <source>Samples per step: activations grow with it, weights do not</source>
        <translation>一步的样本数：激活随之增大，权重不变</translation>
    </message>
    <message>
        <source>SGD: one operator per parameter</source>
        <translation>SGD：每个参数一个算子</translation>
    </message>
    <message>
        <source>Adam: a chain of temporaries per parameter</source>
        <translation>Adam：每个参数一串临时张量</translation>
    </message>
    <message>
        <source>How the weights are updated at the end of the step</source>
        <translation>在步末更新权重的方法</translation>
    </message>
    <message>
        <source>Include weights and optimizer state, which live for the whole step</source>
        <translation>包含权重和优化器状态，它们在整个步中存活</translation>
    </message>
    <message>
        <source>Element-wise operators may overwrite an input after its last use</source>
        <translation>逐元素算子可在输入最后一次使用后覆写它</translation>
    </message>
    <message>
        <source>As many as the limit of operators needs</source>
        <translation>由每流算子上限决定</translation>
    </message>
    <message>
        <source>On several streams, gradients are reduced in contiguous groups, and each stream holds operators of one category: compute, communication or update</source>
        <translation>多流时，梯度以连续组的形式在所有设备间归约，每个流只含一类算子：计算、通信、更新</translation>
    </message>
    <message>
        <source>Spread operators over this many streams</source>
        <translation>将算子分布到这么多流上</translation>
    </message>
    <message>
        <source>Operators have no durations; only memory is known.</source>
        <translation>算子没有时长：只给出内存。</translation>
    </message>
    <message numerus="yes">
        <source>Its operators have %Ln categories, and each category needs its own streams: choose more streams.</source>
        <translation>
            <numerusform>它的算子分为 %Ln 类，每类各用自己的流：请增加流的数目。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a published network, with its real shapes</source>
        <translation>已发表的网络，形状与实际一致</translation>
    </message>
    <message>
        <source>images of 64 × 64 from noise; a step of generator and discriminator, which judges three times</source>
        <translation>由噪声生成 64 × 64 的图像；生成器和判别器的一个训练步，其中判别器判断三次</translation>
    </message>
    <message>
        <source>images of 224 × 224; few weights: layers of few channels between layers of many</source>
        <translation>224 × 224 的图像；权重少：多通道的层之间夹有少通道的层</translation>
    </message>
    <message>
        <source>images of 224 × 224; each layer reads copies of the results of all layers of its block before it</source>
        <translation>224 × 224 的图像；每层读取其所在模块中此前所有层的结果的副本</translation>
    </message>
    <message>
        <source>faces of 112 × 112, of 85,744 people; 16 bits, norms in 32; 49 blocks that weigh their channels</source>
        <translation>112 × 112 的人脸，共 85,744 人；16 位，归一化用 32 位；49 个通道加权的模块</translation>
    </message>
    <message>
        <source>images of 768 × 448; boxes at three scales, each with a loss of six parts</source>
        <translation>768 × 448 的图像；三种尺度的检测框，每种尺度的损失有六个部分</translation>
    </message>
    <message>
        <source>images of 224 × 224; like ResNet-50, with bottlenecks twice as wide</source>
        <translation>224 × 224 的图像；与 ResNet-50 相同，但瓶颈宽一倍</translation>
    </message>
    <message>
        <source>images of 224 × 224; bottlenecks of grouped convolutions, not narrow inside</source>
        <translation>224 × 224 的图像；分组卷积的瓶颈块，内部并不变窄</translation>
    </message>
    <message>
        <source>films of 16 frames of 112 × 112; convolutions in space and time</source>
        <translation>16 帧 112 × 112 的视频；在空间和时间上卷积</translation>
    </message>
    <message>
        <source>images of 520 × 520; a class for each pixel, by dilated convolutions</source>
        <translation>520 × 520 的图像；以空洞卷积为每个像素分类</translation>
    </message>
    <message>
        <source>images of 520 × 520; a class for each pixel, by five branches of different dilations</source>
        <translation>520 × 520 的图像；以空洞率不同的五个分支为每个像素分类</translation>
    </message>
    <message>
        <source>128 tokens; 24 layers that score and add the vectors of distances between tokens, and a pooler</source>
        <translation>128 个词元；24 层，对词元间距离的向量打分并相加，另有一个池化层</translation>
    </message>
    <message>
        <source>512 tokens; four narrow layers and a pooler, no head</source>
        <translation>512 个词元；四个窄层和一个池化层，没有输出头</translation>
    </message>
    <message>
        <source>512 tokens; like BERT-base, with 250,002 words: most weights are in one table</source>
        <translation>512 个词元；与 BERT-base 相同，但有 250,002 个词：大部分权重在同一张表中</translation>
    </message>
    <message>
        <source>1,024 tokens; like the network of 2.6B, but wider and with 40 layers</source>
        <translation>1,024 个词元；与 2.6B 的那个相同，但更宽，共 40 层</translation>
    </message>
</context>
</TS>
