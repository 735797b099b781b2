// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the script of an exported page on a document of its own making, uses it as a reader would, and prints what came
// of it as JSON: node page_driver.js PAGE.html
"use strict";
const fs = require("fs"), vm = require("vm");

const kWidth = 900, kHeight = 600;
const frames = [], images = [];

/** Of a canvas what the page asks of it; images are kept, lines and texts are counted by their words. */
class Context {
  written = [];
  measureText(text) { return { width: 6 * text.length }; }
  fillText(text) { this.written.push(text); }
  putImageData(image, x, y) { images.push({ image, x, y }); }
}
for (const name of ["setTransform", "clearRect", "fillRect", "strokeRect", "beginPath", "moveTo", "lineTo", "stroke", "setLineDash", "save", "restore", "translate", "rotate", "drawImage"])
  Context.prototype[name] = () => {};

class Element {
  constructor(tag = "div") { Object.assign(this, { tag, children: [], listeners: {}, attributes: {}, style: {}, textContent: "", value: "", offsetWidth: 200, offsetHeight: 120 }); }
  addEventListener(type, run) { (this.listeners[type] ??= []).push(run); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  setAttribute(name, value) { this.attributes[name] = value; }
  getBoundingClientRect() { return { width: kWidth, height: kHeight }; }
  getContext() { return (this.context ??= new Context()); }
  setPointerCapture() {}
  focus() {}
  get parentElement() { return (this.parent ??= new Element()); }
  get text() { return this.textContent + this.children.map((child) => " " + child.text).join(""); }
  send(type, event = {}) {
    const given = { preventDefault() {}, pointerId: 1, ...event };
    for (const run of this.listeners[type] ?? []) run(given);
    while (frames.length) frames.shift()();
  }
}

const html = fs.readFileSync(process.argv[2], "utf8");
const between = (from, to) => html.split(from)[1].split(to)[0];
const elements = new Map();
const document = {
  body: new Element("body"),
  createElement: (tag) => new Element(tag),
  getElementById: (id) => {
    if (!elements.has(id)) elements.set(id, new Element());
    return elements.get(id);
  },
};
const at = document.getElementById;
at("plan").textContent = between('id="plan">', "</script");
Object.assign(globalThis, {
  document, window: { devicePixelRatio: 1 }, matchMedia: () => new Element(), getComputedStyle: () => ({ fontFamily: "serif" }),
  requestAnimationFrame: (run) => frames.push(run), ResizeObserver: class { observe() {} },
  ImageData: class { constructor(w, h) { Object.assign(this, { width: w, height: h, data: new Uint8ClampedArray(4 * w * h) }); } },
});
vm.runInThisContext(html.slice(html.lastIndexOf("<script>") + 8, html.lastIndexOf("</script>")));
while (frames.length) frames.shift()();

const page = vm.runInThisContext("({ plans, state, isFitted, xOf, yOf })");
const canvas = at("drawing"), { plans: [plan, other], state } = page;
const x = (step) => page.xOf(state.plot, state.view, step), y = (offset) => page.yOf(state.plot, state.view, offset);
const middle = (t) => ({ offsetX: x((plan.begin[t] + plan.end[t]) / 2), offsetY: y((plan.low[t] + plan.high[t]) / 2) });
const pixel = (offsetX, offsetY) => {
  const { image, x, y } = images.at(-1), i = 4 * (Math.floor(offsetY - y) * image.width + Math.floor(offsetX - x));
  return "#" + [0, 1, 2].map((c) => image.data[i + c].toString(16).padStart(2, "0")).join("");
};
const seen = () => ({ ...state.view });

const out = { title: at("title").text, legend: at("legend").text, full: seen(), tensors: [] };
for (let t = 0; t < plan.count; ++t) {
  const { offsetX, offsetY } = middle(t);
  canvas.send("pointermove", { offsetX, offsetY });
  out.tensors.push({ said: at("card").text, color: pixel(offsetX, offsetY), beside: pixel(offsetX, state.plot.y + 1) });
}
const click = middle(1);
canvas.send("pointerdown", click);
canvas.send("pointerup", click);
out.told = at("told").text;
canvas.send("wheel", { offsetX: x(plan.steps / 2), offsetY: y(0), deltaY: -80, deltaX: 0 });
out.zoomed = seen();
canvas.send("wheel", { offsetX: x(plan.steps / 2), offsetY: y(0), deltaY: -80, deltaX: 0, shiftKey: true });
out.stepsOnly = seen();
canvas.send("pointerdown", { offsetX: 400, offsetY: 200 });
canvas.send("pointermove", { offsetX: 380, offsetY: 200 });
canvas.send("pointerup", { offsetX: 380, offsetY: 200 });
out.dragged = seen();
canvas.send("keydown", { key: "0" });
out.fitted = page.isFitted();
canvas.send("keydown", { key: "ArrowRight" });
out.walked = state.selected;
at("find").value = plan.names[2];
at("find").send("keydown", { key: "Enter" });
out.found = state.selected;
at("find").value = "no tensor is called so";
at("find").send("keydown", { key: "Enter" });
out.foundNone = at("found").text;
canvas.send("keydown", { key: "0" });
const first = at("legend").children[1];
first.send("click");
out.switchedOff = { pressed: first.attributes["aria-pressed"], colors: Array.from({ length: plan.count }, (_, t) => pixel(middle(t).offsetX, middle(t).offsetY)) };
if (other) {
  first.send("click");
  const middleOf = (p, t) => ({ offsetX: x((p.begin[t] + p.end[t]) / 2), offsetY: y((p.low[t] + p.high[t]) / 2) });
  const shown = (p) => ({ names: at("sides").text, view: seen(), subtitle: at("subtitle").text, said: (canvas.send("pointermove", middleOf(p, 0)), at("card").text), color: pixel(middleOf(p, 0).offsetX, middleOf(p, 0).offsetY) });
  out.a = shown(plan);
  canvas.send("keydown", { key: "b" });
  out.b = shown(other);
  at("sides").children[0].send("click");
  out.again = shown(plan);
}
console.log(JSON.stringify(out));
