// Shows again what the engine did, from a record made when the page was built. A replay holds its finished
// drawing, and fills in what each state of the record says.
"use strict";

(() => {
  function element(tag, className, text = "") {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  // A button that cannot be used now keeps the keyboard's focus, and is announced as unavailable.
  function button(label, action) {
    const made = element("button", "", label);
    made.type = "button";
    made.addEventListener("click", action);
    return made;
  }

  function allow(made, allowed) {
    if (allowed) made.removeAttribute("aria-disabled");
    else made.setAttribute("aria-disabled", "true");
  }

  // A graph is drawn as boxes, each followed by its lines: label, value, gradient.
  class Graph {
    constructor(template) {
      this.svg = template.content.firstElementChild.cloneNode(true);
      this.boxes = [...this.svg.querySelectorAll("rect")].map((box) => {
        const lines = [];
        for (let next = box.nextElementSibling; lines.length < 3; next = next.nextElementSibling) lines.push(next);
        return { box, value: lines[1], grad: lines[2], finished: lines[1].textContent };
      });
      this.view = element("div", "replay-drawing");
      this.view.append(this.svg);
    }

    show(values, grads, active) {
      this.boxes.forEach(({ box, value, grad, finished }, index) => {
        value.textContent = values ? values[index] : finished;
        grad.textContent = grads[index] && `grad ${grads[index]}`;
        box.classList.toggle("replay-active", active.includes(index));
      });
    }
  }

  function frame(holder) {
    const said = element("p", "replay-said");
    said.setAttribute("role", "status");
    const bar = element("div", "replay-bar");
    const stage = element("div", "replay-stage");
    holder.setAttribute("role", "group");
    holder.setAttribute("aria-label", holder.dataset.title);
    holder.append(element("p", "replay-title", holder.dataset.title), stage, bar, said);
    return { said, bar, stage };
  }

  function order(holder, data) {
    const { said, bar, stage } = frame(holder);
    const graph = new Graph(holder.querySelector("template"));
    stage.append(graph.view);
    let played = "";
    const buttons = data.choices.map((name) => button(`${name} passes on`, () => {
      if (played + name in data.states) { played += name; show([name]); }
      else said.textContent = `${name} has nothing to pass on now. ${data.states[played].say}`;
    }));
    bar.append(...buttons, button("Start again", () => { played = ""; show([]); }));

    function show(active) {
      const state = data.states[played];
      graph.show(null, state.grads, active.map((name) => data.names.indexOf(name)));
      said.textContent = state.say;
      said.classList.toggle("replay-right", state.right === true);
      said.classList.toggle("replay-wrong", state.right === false);
      buttons.forEach((made, index) => allow(made, played + data.choices[index] in data.states));
    }
    show([]);
  }

  function steps(holder, data) {
    const { said, bar, stage } = frame(holder);
    const templates = holder.querySelectorAll("template");
    const graphs = data.graphs.map((graph, index) => ({ ...graph, drawing: new Graph(templates[index]) }));
    const choose = element("div", "replay-bar");
    const listing = element("pre", "replay-listing");
    listing.tabIndex = 0;
    listing.setAttribute("role", "group");
    listing.setAttribute("aria-label", "The lines of the engine that run");
    const count = element("span", "replay-count");
    let chosen = graphs[0];
    let place = 0;

    const choices = graphs.map((graph) => button(graph.title, () => pick(graph)));
    choose.append(...choices);
    stage.before(choose);
    const move = (to) => { place = Math.min(Math.max(to, 0), chosen.steps.length - 1); show(); };
    const first = button("First", () => move(0));
    const back = button("Back", () => move(place - 1));
    const next = button("Next", () => move(place + 1));
    const last = button("Last", () => move(chosen.steps.length - 1));
    bar.append(first, back, next, last, count);

    function pick(graph) {
      chosen = graph;
      place = 0;
      choices.forEach((made, index) => made.setAttribute("aria-pressed", String(graphs[index] === graph)));
      stage.replaceChildren(graph.drawing.view, listing);
      show();
    }

    // The lines of the method that runs, with the line that has just done its work marked.
    function running(lines, current) {
      if (current === null) return [];
      const begins = (line) => line.startsWith("def ");
      const start = lines.reduce((found, line, index) => (index <= current && begins(line) ? index : found), 0);
      const after = lines.findIndex((line, index) => index > current && begins(line));
      return lines.slice(start, after < 0 ? lines.length : after).map((line, index) =>
        element("span", start + index === current ? "replay-line" : "", `${line}\n`));
    }

    function show() {
      const step = chosen.steps[place];
      chosen.drawing.show(step.values, step.grads, step.active);
      listing.replaceChildren(...running(chosen.listing, step.line));
      said.textContent = step.say;
      count.textContent = `Step ${place + 1} of ${chosen.steps.length}`;
      for (const made of [first, back]) allow(made, place > 0);
      for (const made of [next, last]) allow(made, place < chosen.steps.length - 1);
    }
    pick(chosen);
  }

  const kinds = { order, steps };
  for (const holder of document.querySelectorAll(".replay")) {
    kinds[holder.dataset.replay](holder, JSON.parse(holder.querySelector("script").textContent));
    holder.hidden = false;
  }
})();
