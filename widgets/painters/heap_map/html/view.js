// SPDX-License-Identifier: Apache-2.0
// Where things are on the screen, and the rectangles as pixels. Knows no document.
"use strict";

const kLeastSteps = 2, kLeastBytes = 16, kHeadroom = 26, kLeft = 86, kRight = 14, kAxis = 40, kGap = 12;

/** The panels of a drawing of that size, in CSS pixels: the plot, and below it the memory curve. */
function panels(width, height) {
  const inner = Math.max(40, height - kAxis - 6), w = Math.max(20, Math.floor(width - kLeft - kRight));
  const curve = inner < 180 ? 0 : Math.round(Math.min(130, Math.max(48, inner * 0.17)));
  const plot = { x: kLeft, y: 6, w, h: Math.floor(inner - (curve ? curve + kGap : 0)) };
  return { plot, curve: { x: kLeft, y: plot.y + plot.h + kGap, w, h: curve } };
}

/** The window on steps × bytes that shows all of an extent, with room above for the labels of the lines. */
function fullView(extent, plot) {
  const usable = Math.max(plot.h / 2, plot.h - kHeadroom);
  return { x0: 0, x1: Math.max(1, extent.steps), y0: 0, y1: (extent.height * plot.h) / usable };
}

/** Cut to what there is, and never closer than a few steps or bytes. */
function clampedView(view, full) {
  const axis = (from, to, least, all) => {
    const span = Math.min(all, Math.max(least, to - from));
    const start = Math.min(Math.max(0, from + (to - from - span) / 2), all - span);
    return [start, start + span];
  };
  const [x0, x1] = axis(view.x0, view.x1, Math.min(kLeastSteps, full.x1), full.x1);
  const [y0, y1] = axis(view.y0, view.y1, Math.min(kLeastBytes, full.y1), full.y1);
  return { x0, x1, y0, y1 };
}

/** Closer by factors > 1; the point at the shares (fx, fy) of the view, from its left and its foot, stays. */
function zoomedView(view, full, fx, fy, factorX, factorY) {
  const x = view.x0 + fx * (view.x1 - view.x0), y = view.y0 + fy * (view.y1 - view.y0);
  const w = (view.x1 - view.x0) / factorX, h = (view.y1 - view.y0) / factorY;
  const cut = (span, least, all) => Math.min(all, Math.max(Math.min(least, all), span));
  const width = cut(w, kLeastSteps, full.x1), height = cut(h, kLeastBytes, full.y1);
  return clampedView({ x0: x - fx * width, x1: x + (1 - fx) * width, y0: y - fy * height, y1: y + (1 - fy) * height }, full);
}

/** Moved by shares of the view. */
function pannedView(view, full, dx, dy) {
  const x = dx * (view.x1 - view.x0), y = dy * (view.y1 - view.y0);
  return clampedView({ x0: view.x0 + x, x1: view.x1 + x, y0: view.y0 + y, y1: view.y1 + y }, full);
}

/** Moved, and zoomed out where needed, so that tensor t is in view. */
function revealingView(plan, t, view, full) {
  const axis = (from, to, low, high) => {
    if (low >= from && high <= to) return [from, to];
    const span = Math.max(to - from, (high - low) * 1.2), middle = (low + high) / 2;
    return [middle - span / 2, middle + span / 2];
  };
  const [x0, x1] = axis(view.x0, view.x1, plan.begin[t], plan.end[t]);
  const [y0, y1] = axis(view.y0, view.y1, plan.low[t], plan.high[t]);
  return clampedView({ x0, x1, y0, y1 }, full);
}

const xOf = (panel, view, step) => panel.x + ((step - view.x0) / (view.x1 - view.x0)) * panel.w;
const yOf = (panel, view, offset) => panel.y + panel.h - ((offset - view.y0) / (view.y1 - view.y0)) * panel.h;
const stepAt = (panel, view, x) => view.x0 + ((x - panel.x) / panel.w) * (view.x1 - view.x0);
const offsetAt = (panel, view, y) => view.y0 + ((panel.y + panel.h - y) / panel.h) * (view.y1 - view.y0);

/** "#rrggbb" as [r, g, b], and as a pixel of ImageData on this machine. */
const channels = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
const pixelOf = (color) => new Uint32Array(new Uint8ClampedArray([...channels(color), 255]).buffer)[0];

/** Hatches that are two others over each other. */
const crossed = { "+": ["-", "|"], "x": ["/", "\\"] };

/** Where in row y a hatch puts ink: in columns congruent to that, modulo its period. */
function hatchStart(hatch, y, period) {
  switch (hatch) {
    case "/": return -y;
    case "\\": return y;
    case ".": return Math.floor(y / period) % 2 ? -Math.floor(period / 2) : 0;
  }
  return 0; // "|"
}

/** An extent [from, to) on whole pixels inside [0, limit); `share` < 1 where it is less than a pixel. */
function snapped(from, to, limit) {
  let low = Math.round(from), high = Math.round(to), share = 1;
  if (low >= high) {
    low = Math.floor((from + to) / 2);
    high = low + 1;
    share = to - from;
  }
  return [Math.max(0, low), Math.min(limit, high), share];
}

/**
 * Draws rectangles into pixels, rows from the top. What is a pixel or more each way covers its pixels; what is smaller
 * is summed by area and laid over them at the end, so that dense regions look dense in any order.
 */
class Raster {
  constructor(pixels, width, height, view, ratio) {
    Object.assign(this, { pixels, width, height, view });
    this.across = width / (view.x1 - view.x0);
    this.up = height / (view.y1 - view.y0);
    this.hatchPeriod = Math.max(4, Math.round(6 * ratio));
    this.dust = dustFor(4 * width * height); // red, green, blue and area of what is smaller than a pixel
    this.dustFrom = new Uint32Array(height).fill(width); // by row, the columns in which there is some
    this.dustTo = new Uint32Array(height);
  }

  /** `ink`: the pixel of fill, edge and lines, the fill's channels, the hatch and its period. */
  add(begin, end, low, high, ink) {
    const v = this.view;
    if (begin >= v.x1 || end <= v.x0 || low >= v.y1 || high <= v.y0) return;
    const [left, right, fx] = snapped((begin - v.x0) * this.across, (end - v.x0) * this.across, this.width);
    const [top, bottom, fy] = snapped((v.y1 - high) * this.up, (v.y1 - low) * this.up, this.height);
    if (fx < 1 || fy < 1) return this.addDust(left, right, top, bottom, Math.max(1e-20, fx * fy), ink.channels);
    for (let y = top; y < bottom; ++y) this.pixels.fill(ink.fill, y * this.width + left, y * this.width + right);
    const least = Math.min(right - left, bottom - top);
    if (ink.hatch && least >= 4) this.hatch(left, right, top, bottom, ink);
    if (least < 3) return;
    this.pixels.fill(ink.edge, top * this.width + left, top * this.width + right);
    for (let y = top; y < bottom; ++y) this.pixels[y * this.width + left] = ink.edge;
  }

  hatch(left, right, top, bottom, ink) {
    const period = ink.sparse ? 2 * this.hatchPeriod - 1 : this.hatchPeriod;
    for (const sign of crossed[ink.hatch] || [ink.hatch]) this.hatchOnce(left, right, top, bottom, ink, sign, period);
  }

  hatchOnce(left, right, top, bottom, ink, sign, period) {
    const thick = Math.max(1, Math.floor(period / (sign === "." ? 3 : 6)));
    for (let y = top; y < bottom; ++y) {
      const row = y * this.width;
      if ((sign === "-" || sign === ".") && y % period >= thick) continue;
      if (sign === "-") {
        this.pixels.fill(ink.line, row + left, row + right);
        continue;
      }
      const before = (left - hatchStart(sign, y, period)) % period;
      for (let from = left - (before < 0 ? before + period : before); from < right; from += period)
        for (let x = Math.max(from, left), end = Math.min(from + thick, right); x < end; ++x) this.pixels[row + x] = ink.line;
    }
  }

  addDust(left, right, top, bottom, area, [red, green, blue]) {
    const { dust, width } = this;
    for (let y = top; y < bottom; ++y) {
      if (left < this.dustFrom[y]) this.dustFrom[y] = left;
      if (right > this.dustTo[y]) this.dustTo[y] = right;
      for (let i = 4 * (y * width + left), end = 4 * (y * width + right); i < end; i += 4) {
        dust[i] += red * area;
        dust[i + 1] += green * area;
        dust[i + 2] += blue * area;
        dust[i + 3] += area;
      }
    }
  }

  /** Lays what is smaller than a pixel over the rest, a little stronger than its area: little is not nothing. */
  finish() {
    const { dust, width } = this;
    const bytes = new Uint8ClampedArray(this.pixels.buffer, this.pixels.byteOffset, 4 * this.pixels.length);
    for (let y = 0; y < this.height; ++y)
      for (let i = 4 * (y * width + this.dustFrom[y]), end = 4 * (y * width + this.dustTo[y]); i < end; i += 4) {
        const area = dust[i + 3];
        if (area === 0) continue;
        const share = Math.sqrt(Math.min(1, area));
        bytes[i] += (dust[i] / area - bytes[i]) * share;
        bytes[i + 1] += (dust[i + 1] / area - bytes[i + 1]) * share;
        bytes[i + 2] += (dust[i + 2] / area - bytes[i + 2]) * share;
        dust[i] = dust[i + 1] = dust[i + 2] = dust[i + 3] = 0;
      }
  }
}

let spareDust = new Float32Array(0);
/** Zeros, at least so many; what is used of them is zero again when a raster is finished. */
function dustFor(length) {
  if (spareDust.length < length) spareDust = new Float32Array(length);
  return spareDust;
}

/** The inks of a class or of its holds, from the page's colours. */
function inkOf(fill, edge, line, hatch, sparse) {
  return { fill: pixelOf(fill), edge: pixelOf(edge), line: pixelOf(line), channels: channels(fill), hatch, sparse };
}

/** Fills `pixels` (one a device pixel) with holds and tensors in view. `colors[type]`: strings of the page's data. */
function drawTensors(plan, pixels, width, height, view, ratio, surface, colors) {
  pixels.fill(pixelOf(surface));
  const raster = new Raster(pixels, width, height, view, ratio);
  const holds = colors.map((c) => inkOf(c.hold, c.hold, c.holdLine, "\\", true));
  const fills = colors.map((c) => inkOf(c.fill, c.edge, c.line, c.hatch, false));
  for (const t of plan.holds) {
    if (!isDrawn(plan, t)) continue;
    const ink = holds[plan.type[t]];
    if (plan.holdBegin[t] < plan.begin[t]) raster.add(plan.holdBegin[t], plan.begin[t], plan.low[t], plan.high[t], ink);
    if (plan.end[t] < plan.holdEnd[t]) raster.add(plan.end[t], plan.holdEnd[t], plan.low[t], plan.high[t], ink);
  }
  for (let t = 0; t < plan.count; ++t)
    if (isDrawn(plan, t)) raster.add(plan.begin[t], plan.end[t], plan.low[t], plan.high[t], fills[plan.type[t]]);
  raster.finish();
}

/** The part of a tensor's rectangle inside a panel: {t, x, y, w, h}. */
function seenBox(plan, t, panel, view) {
  const left = Math.max(panel.x, xOf(panel, view, plan.begin[t])), top = Math.max(panel.y, yOf(panel, view, plan.high[t]));
  const right = Math.min(panel.x + panel.w, xOf(panel, view, plan.end[t]));
  const bottom = Math.min(panel.y + panel.h, yOf(panel, view, plan.low[t]));
  return { t, x: left, y: top, w: right - left, h: bottom - top };
}

/** The largest boxes that a name may fit into. */
function boxesForNames(plan, panel, view, most) {
  const boxes = [];
  for (let t = 0; t < plan.count; ++t) {
    if (!isDrawn(plan, t)) continue;
    const box = seenBox(plan, t, panel, view);
    if (box.w >= 34 && box.h >= 14) boxes.push(box);
  }
  return boxes.sort((a, b) => b.w * b.h - a.w * a.h || a.t - b.t).slice(0, most);
}

/** For each of `columns` pixel columns of the curve, the most bytes alive in its steps. */
function curveColumns(plan, view, columns) {
  const out = new Float64Array(columns), across = (view.x1 - view.x0) / columns;
  for (let c = 0; c < columns; ++c) {
    const from = Math.max(0, Math.floor(view.x0 + c * across));
    const to = Math.min(plan.steps, Math.max(from + 1, Math.ceil(view.x0 + (c + 1) * across)));
    for (let s = from; s < to; ++s) if (plan.curve[s] > out[c]) out[c] = plan.curve[s];
  }
  return out;
}
