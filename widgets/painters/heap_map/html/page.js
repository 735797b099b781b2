// SPDX-License-Identifier: Apache-2.0
// The page as it is used: what it says of a tensor, and what mouse, touch and keys do.
"use strict";

// ---- what is said of a tensor

const className = (t) => data.legend[plan.type[t]]?.label ?? "";

function lifeText(begin, end) {
  if (begin >= end) return texts.never;
  if (plan.times) return filled(texts.lifeTimes, number(plan.times[begin]), number(plan.times[end]));
  return filled(texts.lifeSteps, number(begin), number(end - 1), number(end - begin));
}

function operatorsText(t) {
  consumers ??= readConsumers(plan);
  const names = consumers[t].slice(0, 3).map((o) => oneLine(plan.operators.names[o]));
  const more = consumers[t].length - names.length;
  const text = (names.join(", ") || texts.none) + (more > 0 ? " " + filled(texts.more, number(more)) : "");
  return text + (plan.outputs.has(t) ? "; " + texts.kept : "");
}

/** What there is to say of a tensor: pairs of a heading and a text. */
function factsOf(t) {
  const address = (v) => `${number(v)} (0x${v.toString(16)})`, reserved = plan.high[t] - plan.low[t];
  const facts = [[texts.size, `${bytes(plan.size[t])} (${filled(texts.bytes, number(plan.size[t]))})`]];
  if (reserved !== plan.size[t]) facts.push([texts.reserved, filled(texts.bytes, number(reserved))]);
  facts.push([texts.offset, address(plan.low[t])], [texts.end, address(plan.high[t])]);
  facts.push([texts.lifetime, lifeText(plan.begin[t], plan.end[t])]);
  if (plan.holdBegin[t] < plan.begin[t] || plan.holdEnd[t] > plan.end[t])
    facts.push([texts.held, lifeText(plan.holdBegin[t], plan.holdEnd[t])]);
  facts.push([data.legendTitle, className(t)]);
  if (!plan.operators) return facts;
  const producer = plan.producers[t];
  facts.push([texts.producer, producer < 0 ? texts.present : oneLine(plan.operators.names[producer])]);
  facts.push([texts.consumers, operatorsText(t)]);
  return facts;
}

/** Only ever as text, never as markup. */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** Beside a box, where there is room. */
function showCard(title, facts, box) {
  const list = document.createElement("dl");
  for (const [heading, text] of facts) list.append(element("dt", heading), element("dd", text));
  card.replaceChildren(element("strong", title), list);
  card.hidden = false;
  const room = card.parentElement.getBoundingClientRect(), gap = 12;
  const place = (from, length, own, all) =>
    Math.max(0, from + length + gap + own <= all ? from + length + gap : Math.min(from - gap - own, all - own));
  card.style.left = place(box.x, box.w, card.offsetWidth, room.width) + "px";
  card.style.top = place(box.y, box.h, card.offsetHeight, room.height) + "px";
}

const showCardOf = (t, box) => showCard(oneLine(plan.names[t]), factsOf(t), box);

function hover(x, y) {
  const { plot, curve, view } = state, inside = x >= plot.x && x < plot.x + plot.w;
  const inPlot = inside && y >= plot.y && y < plot.y + plot.h, inCurve = inside && y >= curve.y && y < curve.y + curve.h;
  state.hovered = inPlot ? tensorAt(plan, stepAt(plot, view, x), offsetAt(plot, view, y)) : -1;
  state.step = inCurve || inPlot ? Math.min(plan.steps - 1, Math.floor(stepAt(plot, view, x))) : -1;
  if (state.hovered >= 0) showCardOf(state.hovered, { x, y, w: 0, h: 0 });
  else if (inCurve && state.step >= 0) showCard(stepName(state.step), stepFacts(state.step), { x, y, w: 0, h: 0 });
  else card.hidden = true;
  drawMarks();
}

function stepFacts(step) {
  const facts = [[texts.alive, bytes(plan.curve[step])]];
  if (plan.operators) facts.unshift([texts.runs, oneLine(plan.operators.names[step])]);
  return facts;
}

function select(t) {
  state.selected = t;
  told.textContent = t < 0 ? "" : oneLine(plan.names[t]) + ": " + factsOf(t).map((fact) => fact.join(" ")).join("; ");
  if (t < 0) card.hidden = true;
  drawMarks();
}

/** Selects, brings into view, and says so: for keys and for what was found. */
function goTo(t) {
  state.view = revealingView(plan, t, state.view, state.full);
  select(t);
  redraw();
  showCardOf(t, seenBox(plan, t, state.plot, state.view));
}

// ---- moving about

function change(view) {
  state.view = view;
  card.hidden = true;
  redraw();
}
const zoom = (factor, fx = 0.5, fy = 0.5, factorY = factor) => change(zoomedView(state.view, state.full, fx, fy, factor, factorY));
const pan = (dx, dy) => change(pannedView(state.view, state.full, dx, dy));
const shareX = (x) => (x - state.plot.x) / state.plot.w, shareY = (y) => 1 - (y - state.plot.y) / state.plot.h;

const fingers = new Map();
let pressed = null;

/** One finger or button drags, two zoom by their distance. */
function move(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return hover(event.offsetX, event.offsetY);
  const now = { x: event.offsetX, y: event.offsetY }, others = [...fingers].filter(([id]) => id !== event.pointerId);
  fingers.set(event.pointerId, now);
  if (others.length === 0) {
    if (pressed && Math.hypot(now.x - pressed.x, now.y - pressed.y) > 4) pressed = null;
    if (!pressed) pan((before.x - now.x) / state.plot.w, (now.y - before.y) / state.plot.h);
    return;
  }
  const other = others[0][1], apart = (p) => Math.max(8, Math.hypot(p.x - other.x, p.y - other.y));
  pressed = null;
  zoom(apart(now) / apart(before), shareX((now.x + other.x) / 2), shareY((now.y + other.y) / 2));
}

drawing.addEventListener("pointerdown", (event) => {
  drawing.setPointerCapture(event.pointerId);
  pressed = { x: event.offsetX, y: event.offsetY };
  fingers.set(event.pointerId, pressed);
});
drawing.addEventListener("pointermove", move);
drawing.addEventListener("pointerup", (event) => {
  fingers.delete(event.pointerId);
  if (!pressed) return;
  select(tensorAt(plan, stepAt(state.plot, state.view, pressed.x), offsetAt(state.plot, state.view, pressed.y)));
  hover(pressed.x, pressed.y);
  pressed = null;
});
drawing.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
drawing.addEventListener("pointerleave", () => {
  if (!fingers.size) hover(-1, -1);
});
drawing.addEventListener("dblclick", (event) => zoom(2, shareX(event.offsetX), shareY(event.offsetY)));
drawing.addEventListener("wheel", (event) => {
  event.preventDefault();
  const turned = event.deltaY || event.deltaX, factor = Math.exp(-Math.max(-80, Math.min(80, turned)) / 200);
  zoom(event.altKey ? 1 : factor, shareX(event.offsetX), shareY(event.offsetY), event.shiftKey ? 1 : factor);
}, { passive: false });

function arrow(event) {
  const pans = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
  if (event.shiftKey || !plan.count) return pan(...pans[event.key]);
  const first = () => boxesForNames(plan, state.plot, state.view, 1)[0]?.t ?? plan.names.findIndex((_, t) => isDrawn(plan, t));
  const next = state.selected < 0 ? first() : neighbour(plan, state.selected, event.key);
  if (next >= 0) goTo(next);
}

drawing.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) arrow(event);
  else if (event.key === "+" || event.key === "=") zoom(1.5);
  else if (event.key === "-") zoom(1 / 1.5);
  else if (event.key === "0" || event.key === "Home" || event.key === "f") change(state.full);
  else if (event.key === "Escape") select(-1);
  else if (event.key === "b" && sides.length > 1) switchTo(plan === plans[0] ? 1 : 0);
  else if (event.key === "/") find.focus();
  else return;
  event.preventDefault();
});

// ---- around the map

let matches = [], match = -1;
function search(forward) {
  if (search.text !== find.value) [matches, match, search.text] = [tensorsNamed(plan, find.value).filter((t) => isDrawn(plan, t)), -1, find.value];
  at("found").textContent = !find.value ? "" : matches.length ? "" : texts.noMatch;
  if (!matches.length) return;
  match = (match + (forward ? 1 : -1) + matches.length) % matches.length;
  at("found").textContent = filled(texts.matchOf, number(match + 1), number(matches.length));
  goTo(matches[match]);
}
find.addEventListener("keydown", (event) => {
  if (event.key === "Enter") search(!event.shiftKey);
  if (event.key === "Escape") drawing.focus();
});

function swatch(type) {
  const color = theme().classes[type], made = document.createElement("span");
  made.className = "swatch";
  const lines = (angle) => `repeating-linear-gradient(${angle}deg, ${color.line} 0 1px, transparent 1px 4px)`;
  const dots = `radial-gradient(${color.line} 1px, transparent 1.5px) 0 0 / 4px 4px`;
  const angles = { "/": [135], "\\": [45], "-": [0], "|": [90], "+": [0, 90], "x": [45, 135] }[color.hatch] || [];
  made.style.background = [...(color.hatch === "." ? [dots] : angles.map(lines)), color.fill].join(", ");
  return made;
}

function fillLegend() {
  const buttons = data.legend.map((entry, type) => {
    if (!entry.shown) return null;
    const button = document.createElement("button");
    button.append(swatch(type), element("span", entry.label), element("small", entry.detail));
    button.setAttribute("aria-pressed", String(!state.hidden.has(type)));
    button.title = texts.toggle;
    button.addEventListener("click", () => {
      if (!state.hidden.delete(type)) state.hidden.add(type);
      button.setAttribute("aria-pressed", String(!state.hidden.has(type)));
      redraw();
    });
    return button;
  });
  at("legend").replaceChildren(element("strong", data.legendTitle), ...buttons.filter(Boolean));
}

/** The other of two plans, in the same window on steps × bytes; a tensor stays selected where both have the same. */
function switchTo(side) {
  [data, plan, consumers, search.text] = [sides[side], plans[side], null, undefined];
  if (state.selected >= plan.count || plans[0].count !== plans[1].count) state.selected = -1;
  state.hovered = -1;
  fillSide();
  change(state.view);
}

function fillSides() {
  if (sides.length < 2) return;
  at("sides").ariaLabel = texts.sides;
  at("sides").replaceChildren(...sides.map((each, side) => {
    const name = side === 0 ? texts.sideA : texts.sideB;
    const button = element("button", filled(name, each.strategy, bytes(each.footprint)));
    button.title = texts.switchSide;
    button.setAttribute("aria-pressed", String(each === data));
    button.addEventListener("click", () => switchTo(side));
    return button;
  }));
}

/** All words that are of the plan shown. */
function fillSide() {
  at("title").textContent = data.title;
  at("subtitle").textContent = data.subtitle;
  drawing.setAttribute("aria-label", filled(texts.label, data.title, data.subtitle));
  at("notes").replaceChildren(...[...data.notes, texts.keys, sides.length > 1 ? texts.switchSide : ""].map((note) => element("p", note)));
  fillSides();
  fillLegend();
}

function fillPage() {
  find.placeholder = texts.find;
  find.setAttribute("aria-label", texts.find);
  for (const [id, text, key] of [["fit", texts.fit, "0"], ["closer", texts.closer, "+"], ["further", texts.further, "-"]]) {
    at(id).title = at(id).ariaLabel = `${text} (${key})`;
  }
  at("fit").textContent = texts.fit;
  at("fit").addEventListener("click", () => change(state.full));
  at("closer").addEventListener("click", () => zoom(1.5));
  at("further").addEventListener("click", () => zoom(1 / 1.5));
  fillSide();
}

darkly.addEventListener("change", () => {
  fillLegend();
  redraw();
});
new ResizeObserver(layOut).observe(drawing.parentElement);
fillPage();
layOut();
