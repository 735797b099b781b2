// SPDX-License-Identifier: Apache-2.0
// What the page shows, as arrays of numbers, and what can be asked of it. Knows no document.
"use strict";

/** The plan of the page's data: one entry a tensor in each array; steps and offsets are half-open. */
function readPlan(data) {
  const of = data.tensors, count = of.names.length;
  const plan = {
    count, names: of.names, steps: data.steps, times: data.times, alignment: data.alignment,
    footprint: data.footprint, bound: data.bound, proved: data.proved,
    height: Math.max(data.footprint, data.bound, 1),
    size: Float64Array.from(of.sizes), low: Float64Array.from(of.offsets), high: new Float64Array(count),
    begin: Uint32Array.from(of.begins), end: Uint32Array.from(of.ends), type: Uint8Array.from(of.classes),
    holdBegin: Uint32Array.from(of.begins), holdEnd: Uint32Array.from(of.ends), holds: Uint32Array.from(data.holds.tensors),
    operators: data.operators, producers: of.producers, outputs: new Set(of.outputs),
  };
  for (let t = 0; t < count; ++t) plan.high[t] = plan.low[t] + Math.ceil(plan.size[t] / data.alignment) * data.alignment;
  data.holds.tensors.forEach((t, i) => {
    plan.holdBegin[t] = data.holds.begins[i];
    plan.holdEnd[t] = data.holds.ends[i];
  });
  measureCurve(plan);
  return plan;
}

/** Bytes alive at each step, and the first step with the most. */
function measureCurve(plan) {
  plan.curve = new Float64Array(plan.steps + 1);
  for (let t = 0; t < plan.count; ++t) {
    if (plan.begin[t] >= plan.end[t]) continue;
    plan.curve[plan.begin[t]] += plan.high[t] - plan.low[t];
    plan.curve[plan.end[t]] -= plan.high[t] - plan.low[t];
  }
  plan.peak = 0;
  for (let s = 1; s < plan.steps; ++s) {
    plan.curve[s] += plan.curve[s - 1];
    if (plan.curve[s] > plan.curve[plan.peak]) plan.peak = s;
  }
}

/** Whether it has a rectangle: needed at some step, and of some size. */
function isDrawn(plan, t) {
  return plan.begin[t] < plan.end[t] && plan.low[t] < plan.high[t];
}

/** The tensor at that point, the first of several, or -1. */
function tensorAt(plan, step, offset) {
  for (let t = 0; t < plan.count; ++t)
    if (plan.begin[t] <= step && step < plan.end[t] && plan.low[t] <= offset && offset < plan.high[t]) return t;
  return -1;
}

/** How far b lies from a on the side `key` points to, or -1 where it does not. What does not face a counts as further. */
function distance(plan, a, b, key, bytesAStep) {
  const { low, high, begin, end } = plan;
  const gap = (from, to) => Math.max(0, to - from);
  const besideX = gap(end[a], begin[b]) + gap(end[b], begin[a]) + (begin[a] < end[b] && begin[b] < end[a] ? 0 : 1);
  const besideY = (gap(high[a], low[b]) + gap(high[b], low[a])) / bytesAStep + (low[a] < high[b] && low[b] < high[a] ? 0 : 1);
  switch (key) {
    case "ArrowLeft": return end[b] <= begin[a] ? begin[a] - end[b] + 4 * besideY : -1;
    case "ArrowRight": return begin[b] >= end[a] ? begin[b] - end[a] + 4 * besideY : -1;
    case "ArrowUp": return low[b] >= high[a] ? (low[b] - high[a]) / bytesAStep + 4 * besideX : -1;
    case "ArrowDown": return high[b] <= low[a] ? (low[a] - high[b]) / bytesAStep + 4 * besideX : -1;
  }
  return -1;
}

/** The nearest tensor on the side an arrow key points to, or -1 at the rim. */
function neighbour(plan, from, key) {
  const bytesAStep = Math.max(1e-9, plan.height / Math.max(1, plan.steps));
  let found = -1, least = Infinity;
  for (let t = 0; t < plan.count; ++t) {
    if (!isDrawn(plan, t)) continue;
    const here = distance(plan, from, t, key, bytesAStep);
    if (here >= 0 && here < least) [found, least] = [t, here];
  }
  return found;
}

/** The tensors whose name contains `text`, whatever the case. */
function tensorsNamed(plan, text) {
  const wanted = text.toLocaleLowerCase(), found = [];
  for (let t = 0; wanted && t < plan.count; ++t)
    if (plan.names[t].toLocaleLowerCase().includes(wanted)) found.push(t);
  return found;
}

/** By tensor, its consumers: from the operators' lists of inputs. */
function readConsumers(plan) {
  const consumers = Array.from({ length: plan.count }, () => []);
  plan.operators?.inputs.forEach((inputs, o) => inputs.forEach((t) => consumers[t].push(o)));
  return consumers;
}

/** A name on one line. */
function oneLine(text) {
  return text.replace(/[\s\u2028\u2029]+/g, " ").replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
}

const kUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

function fixed(value, decimals, language) {
  return value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** "14.2 MiB": three digits. */
function humanBytes(bytes, language) {
  if (bytes < 1024) return fixed(bytes, 0, language) + " B";
  let value = bytes / 1024, unit = 1;
  for (; value >= 1023.5 && unit + 1 < kUnits.length; ++unit) value /= 1024;
  return fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, language) + " " + kUnits[unit];
}

/** Ticks {value, text} at multiples of `apart` in [low, high]. */
function multiples(low, high, apart, label) {
  const ticks = [];
  for (let k = Math.ceil(low / apart - 1e-9) || 0; k * apart <= high + apart * 1e-9; ++k)
    ticks.push({ value: k * apart, text: label(k * apart) });
  return ticks;
}

/** At most `most` ticks, at multiples of a power of two bytes, in one unit. */
function byteTicks(low, high, most, language) {
  const exponent = Math.max(0, Math.ceil(Math.log2((high - low) / most) - 1e-9));
  const largest = high < 1 ? 0 : Math.floor(Math.log2(high));
  const unit = Math.max(0, Math.min(Math.floor(largest / 10), Math.floor((exponent + 2) / 10), 6));
  const decimals = Math.max(0, Math.min(2, unit * 10 - exponent));
  return multiples(low, high, 2 ** exponent, (value) =>
    value === 0 ? "0" : fixed(value / 1024 ** unit, decimals, language) + " " + kUnits[unit]);
}

/** The least of 1, 2, 5 × 10^k that puts at most `most` ticks on a span. */
function roundDistance(span, most) {
  const least = Math.max(1, span / most), power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= least * (1 - 1e-9));
}

/** The time at a step, and the step at a time: inside a step, in proportion. */
function timeAt(times, step) {
  const k = Math.max(0, Math.min(Math.floor(step), times.length - 2));
  return times[k] + (step - k) * (times[k + 1] - times[k]);
}
function stepAtTime(times, time) {
  let low = 0, high = times.length - 1; // times[low] <= time < times[high], but at the rims
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle; else high = middle;
  }
  return low + (time - times[low]) / (times[low + 1] - times[low]);
}

/** At most `most` ticks on steps [low, high]: of round steps or, where steps have times, of round times. */
function stepTicks(low, high, most, times, language) {
  const name = (value) => fixed(Math.round(value), 0, language);
  if (!times || times.length < 2) return multiples(low, high, roundDistance(high - low, most), name);
  const from = timeAt(times, low), to = timeAt(times, high), ticks = [];
  for (const { value, text } of multiples(from, to, roundDistance(to - from, most), name)) {
    const step = stepAtTime(times, value);
    if (!ticks.length || step - ticks.at(-1).value >= ((high - low) / most) * 0.999) ticks.push({ value: step, text });
  }
  return ticks;
}
