// SPDX-License-Identifier: Apache-2.0
// The page as it is drawn: the map, and the marks over it. All words come with the data, in the reader's language.
"use strict";

// One plan, or two to be compared: A and B. `data` and `plan` are those of the one that is shown.
const sides = ((all) => (all.b ? [all, all.b] : [all]))(JSON.parse(document.getElementById("plan").textContent));
const plans = sides.map(readPlan), texts = sides[0].texts, language = sides[0].language;
const extent = { steps: Math.max(...plans.map((p) => p.steps)), height: Math.max(...plans.map((p) => p.height)) };
let data = sides[0], plan = plans[0];
const at = (id) => document.getElementById(id);
const drawing = at("drawing"), marks = at("marks"), card = at("card"), told = at("told"), find = at("find");
const darkly = matchMedia("(prefers-color-scheme: dark)");
const state = { view: null, full: null, plot: null, curve: null, hovered: -1, step: -1, selected: -1, hidden: new Set(data.hidden), drawn: null };
const pixels = document.createElement("canvas");
let consumers = null, awaited = false, slow = false, sharpening = 0, ratio = 1, image = null;

const number = (value) => fixed(value, 0, language);
const bytes = (value) => humanBytes(value, language);
const filled = (text, ...values) => text.replace(/%(\d)/g, (_, i) => values[i - 1]);
const stepName = (s) => plan.times ? filled(texts.timeAt, number(plan.times[Math.min(s, plan.steps)])) : filled(texts.stepAt, number(s));
const theme = () => data.themes[darkly.matches ? "dark" : "light"];

function fitCanvas(canvas) {
  const { width, height } = canvas.parentElement.getBoundingClientRect();
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "12px " + getComputedStyle(document.body).fontFamily;
  context.textBaseline = "middle";
  return { context, width, height };
}

function layOut() {
  ratio = window.devicePixelRatio || 1;
  const { width, height } = drawing.parentElement.getBoundingClientRect();
  const fitted = !state.view || isFitted();
  Object.assign(state, panels(width, height));
  state.full = fullView(extent, state.plot);
  state.view = fitted ? state.full : clampedView(state.view, state.full);
  redraw();
}

const isFitted = () => ["x0", "x1", "y0", "y1"].every((k) => state.view[k] === state.full[k]);

/** Once a frame, however many events there were; where a frame takes long, coarsely until nothing moves any more. */
function redraw() {
  if (awaited) return;
  awaited = true;
  requestAnimationFrame(() => {
    awaited = false;
    const begun = performance.now();
    drawMap(slow ? Math.min(1, ratio) : ratio);
    drawMarks();
    if (slow) clearTimeout(sharpening);
    slow = slow || (ratio > 1 && performance.now() - begun > 30);
    if (slow) sharpening = setTimeout(() => drawMap(ratio), 150);
  });
}

function classColors() {
  const { classes, gone } = theme();
  return classes.map((color, type) => (state.hidden.has(type) ? gone : color));
}

/** The tensors, with so many pixels each way a CSS pixel. */
function drawPixels(context, colors, sharpness) {
  const { plot } = state;
  const w = Math.max(1, Math.round(plot.w * sharpness)), h = Math.max(1, Math.round(plot.h * sharpness));
  if (pixels.width !== w || pixels.height !== h) [pixels.width, pixels.height, image] = [w, h, new ImageData(w, h)];
  drawTensors(plan, new Uint32Array(image.data.buffer), w, h, state.view, sharpness, theme().surface, colors);
  if (sharpness === ratio) return context.putImageData(image, Math.round(plot.x * ratio), Math.round(plot.y * ratio));
  pixels.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, plot.x, plot.y, plot.w, plot.h);
}

function drawMap(sharpness) {
  const { context } = fitCanvas(drawing), colors = classColors();
  drawPixels(context, colors, sharpness);
  drawNames(context, colors);
  drawLevel(context, plan.footprint, filled(texts.footprint, bytes(plan.footprint)), theme().footprint, [], "left");
  drawLevel(context, plan.bound, plan.bound > 0 ? boundText() : "", theme().bound, [6, 4], "right");
  if (state.curve.h) drawCurve(context);
  drawAxes(context);
}

const boundText = () => filled(plan.proved ? texts.reached : texts.bound, bytes(plan.bound));

/** Cut in the middle to a width; empty where not even a few letters fit. */
function fittedText(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let low = 0, high = Math.min(text.length, 400);
  const cut = (n) => text.slice(0, Math.ceil(n / 2)) + "…" + text.slice(text.length - Math.floor(n / 2));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(cut(middle)).width <= width) low = middle; else high = middle - 1;
  }
  return low < 3 ? "" : cut(low);
}

function drawNames(context, colors) {
  context.textAlign = "center";
  for (const box of boxesForNames(plan, state.plot, state.view, 150)) {
    const color = colors[plan.type[box.t]], size = bytes(plan.size[box.t]);
    const name = fittedText(context, oneLine(plan.names[box.t]), box.w - 8);
    if (!name) continue;
    const both = box.h >= 32 && context.measureText(size).width <= box.w - 8;
    const x = box.x + box.w / 2, y = box.y + box.h / 2;
    if (color.hatch) {
      const width = context.measureText(name).width;
      context.fillStyle = color.fill;
      context.fillRect(x - width / 2 - 2, y - (both ? 15 : 7), width + 4, both ? 30 : 14);
    }
    context.fillStyle = color.ink;
    context.fillText(name, x, both ? y - 7 : y);
    if (both) context.fillText(size, x, y + 8);
  }
}

/** A text on a ground that keeps it legible. */
function drawLabel(context, text, x, y, color, align) {
  const width = context.measureText(text).width + 8, { plot } = state;
  const left = Math.min(Math.max(plot.x, align === "right" ? x - width : align === "left" ? x : x - width / 2), plot.x + plot.w - width);
  context.fillStyle = theme().background;
  context.globalAlpha = 0.85;
  context.fillRect(left, y - 9, width, 18);
  context.globalAlpha = 1;
  context.fillStyle = color;
  context.textAlign = "left";
  context.fillText(text, left + 4, y);
}

function drawLine(context, color, dashes, x0, y0, x1, y1, width = 1.5) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dashes);
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
  context.setLineDash([]);
}

function drawLevel(context, level, text, color, dashes, side) {
  const { plot, view } = state, y = yOf(plot, view, level);
  if (!text || y < plot.y - 1 || y > plot.y + plot.h + 1) return;
  drawLine(context, color, dashes, plot.x, y, plot.x + plot.w, y);
  const x = side === "left" ? plot.x + 8 : plot.x + plot.w - 8;
  drawLabel(context, text, x, y > plot.y + 20 ? y - 12 : y + 12, color, side);
}

const curveY = (value) => state.curve.y + state.curve.h - (value / extent.height) * (state.curve.h - 19);

function drawCurve(context) {
  const { curve, plot, view } = state, colors = theme(), columns = Math.max(1, Math.round(curve.w));
  context.fillStyle = colors.surface;
  context.fillRect(curve.x, curve.y, curve.w, curve.h);
  context.fillStyle = colors.neutral;
  curveColumns(plan, view, columns).forEach((most, c) => {
    const y = curveY(most);
    context.fillRect(curve.x + (c * curve.w) / columns, y, curve.w / columns + 0.5, curve.y + curve.h - y);
  });
  const x = xOf(plot, view, plan.peak + 0.5);
  if (!plan.steps || x < plot.x || x > plot.x + plot.w) return;
  drawLine(context, colors.peak, [2, 3], x, plot.y, x, curve.y + curve.h, 1);
  drawLabel(context, filled(texts.peak, bytes(plan.curve[plan.peak]), stepName(plan.peak)), x, curve.y + 9, colors.peak, "center");
}

function drawAxes(context) {
  const { plot, curve, view } = state, colors = theme(), last = curve.h ? curve : plot;
  context.lineWidth = 1;
  context.strokeStyle = colors.grid;
  for (const panel of curve.h ? [plot, curve] : [plot]) context.strokeRect(panel.x - 0.5, panel.y - 0.5, panel.w + 1, panel.h + 1);
  context.fillStyle = colors.muted;
  context.strokeStyle = colors.muted;
  context.textAlign = "right";
  const mark = (tick, y) => {
    drawLine(context, colors.muted, [], plot.x - 5, y, plot.x, y, 1);
    context.fillText(tick.text, plot.x - 8, y);
  };
  for (const tick of byteTicks(view.y0, view.y1, Math.max(2, plot.h / 60), language)) mark(tick, yOf(plot, view, tick.value));
  if (curve.h) for (const tick of byteTicks(0, extent.height, Math.max(1, curve.h / 50), language)) mark(tick, curveY(tick.value));
  context.textAlign = "center";
  for (const tick of stepTicks(view.x0, view.x1, Math.max(2, plot.w / 90), plan.times, language)) {
    const x = xOf(plot, view, tick.value), foot = last.y + last.h;
    drawLine(context, colors.muted, [], x, foot, x, foot + 5, 1);
    context.fillText(tick.text, x, foot + 13);
  }
  context.fillStyle = colors.text;
  context.fillText(plan.times ? texts.time : texts.step, plot.x + plot.w / 2, last.y + last.h + 30);
  drawTitle(context, texts.offset, plot);
  if (curve.h) drawTitle(context, texts.alive, curve);
}

function drawTitle(context, text, panel) {
  if (context.measureText(text).width > panel.h) return;
  context.save();
  context.translate(10, panel.y + panel.h / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
  context.restore();
}

/** What changes with every move of the mouse, over the map. */
function drawMarks() {
  const { context } = fitCanvas(marks), { plot, curve, view } = state, colors = theme();
  const outline = (t, color, width) => {
    const box = seenBox(plan, t, plot, view);
    if (box.w < -1 || box.h < -1) return;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.strokeRect(box.x, box.y, Math.max(1, box.w), Math.max(1, box.h));
  };
  if (state.hovered >= 0) outline(state.hovered, colors.text, 1.5);
  if (state.selected >= 0) outline(state.selected, colors.selection, 2.5);
  if (state.step < 0) return;
  const x = xOf(plot, view, state.step + 0.5);
  drawLine(context, colors.muted, [], x, plot.y, x, curve.y + curve.h, 1);
}
