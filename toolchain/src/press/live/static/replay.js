// What all replays share: a box with controls and a sentence that screen readers hear. A replay shows again
// what the engine did, from a record made when the page was built.
//
// Each kind has a script of its own, replays/KIND.js, which says replays.kind("KIND", (box, data) => …).
// `data` is the record. `box` holds the drawings, and makes what the reader works it with:
//   box.stage                 where the drawing stands; of a figure, it is there without a script
//   box.drawings              the record's drawings, in its order; but of a figure,
//   box.drawing(index)        a promise of one: they are loaded when the first is asked for
//   box.bar                   the row for buttons
//   box.button(label, action) a button in the bar
//   box.choose(labels, pick)  a row above the drawing, of buttons of which one is pressed; returns press(index)
//   box.steps(show)           buttons and keys that go through steps; returns restart(count, place)
//   box.slider(label, show)   a slider; show(place) returns what the place is called; returns restart(count, place)
//   box.say(text, verdict)    the sentence; the verdict is true for right, false for wrong, or left out
//   box.describe(text, verdict) says it, and makes it the description of a figure that is no longer as on paper
"use strict";

const replays = (() => {
  function element(tag, className, text = "") {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function button(label, action) {
    const made = element("button", "", label);
    made.type = "button";
    made.addEventListener("click", action);
    return made;
  }

  // A button that cannot be used now keeps the keyboard's focus, and is announced as unavailable.
  function allow(made, allowed) {
    if (allowed) made.removeAttribute("aria-disabled");
    else made.setAttribute("aria-disabled", "true");
  }

  // Drawings that wait in a script of their own: a page opened as a file may read nothing else.
  const arrive = {};

  function load(address) {
    return new Promise((resolve) => {
      arrive[address.split("/").pop()] = resolve;
      const script = element("script", "");
      script.src = address;
      document.head.append(script);
    });
  }

  function parsed(svg) {
    const template = document.createElement("template");
    template.innerHTML = svg;
    return template.content.firstElementChild;
  }

  class Box {
    constructor(holder) {
      this.holder = holder;
      const templates = [...holder.querySelectorAll("template")];
      this.drawings = templates.map((template) => template.content.firstElementChild.cloneNode(true));
      this.stage = holder.querySelector(".figure-drawing");
      if (!this.stage) {
        this.stage = element("div", "replay-stage");
        holder.append(element("p", "replay-title", holder.dataset.title), this.stage);
      }
      this.bar = element("div", "replay-bar");
      this.picture = this.stage.querySelector('[role="img"]');
      this.alt = this.picture?.getAttribute("aria-label");
      this.said = element("p", "replay-said");
      this.said.setAttribute("role", "status");
      holder.setAttribute("role", "group");
      holder.setAttribute("aria-label", holder.dataset.title);
      holder.append(this.bar, this.said);
    }

    async drawing(index) {
      this.asked ??= load(this.holder.dataset.drawings).then((svgs) => svgs.map(parsed));
      this.holder.setAttribute("aria-busy", "true");
      const drawings = await this.asked;
      this.holder.removeAttribute("aria-busy");
      return drawings[index];
    }

    say(text, verdict) {
      this.said.textContent = text;
      this.said.classList.toggle("replay-right", verdict === true);
      this.said.classList.toggle("replay-wrong", verdict === false);
    }

    describe(text, verdict) {
      this.say(text, verdict);
      // The finished figure, which is shown first, has a description of its own.
      this.first ??= text;
      this.picture.setAttribute("aria-label", text === this.first ? this.alt : text);
    }

    button(label, action) {
      const made = button(label, action);
      this.bar.append(made);
      return made;
    }

    choose(labels, pick) {
      const row = element("div", "replay-bar");
      const made = labels.map((label, index) => button(label, () => press(index)));
      const press = (index) => {
        made.forEach((each, place) => each.setAttribute("aria-pressed", String(place === index)));
        pick(index);
      };
      row.append(...made);
      this.stage.before(row);
      return press;
    }

    steps(show) {
      const count = element("span", "replay-count");
      let place = 0;
      let last = 0;
      const move = (to) => {
        place = Math.min(Math.max(to, 0), last);
        count.textContent = place > 0 ? `Step ${place} of ${last}` : "Start";
        buttons.forEach((made, index) => allow(made, index < 2 ? place > 0 : place < last));
        show(place);
      };
      const moves = { First: () => 0, Back: () => place - 1, Next: () => place + 1, Last: () => last };
      const buttons = Object.keys(moves).map((label) => this.button(label, () => move(moves[label]())));
      const keys = { Home: "First", ArrowLeft: "Back", ArrowRight: "Next", End: "Last" };
      this.bar.addEventListener("keydown", (event) => {
        if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        move(moves[keys[event.key]]());
      });
      this.bar.append(count);
      return (steps, start = 0) => { last = steps - 1; move(start); };
    }

    slider(label, show) {
      const range = element("input", "replay-slider");
      const count = element("span", "replay-count");
      range.type = "range";
      range.setAttribute("aria-label", label);
      const move = () => {
        count.textContent = show(range.valueAsNumber);
        range.setAttribute("aria-valuetext", count.textContent);
      };
      range.addEventListener("input", move);
      this.bar.append(range, count);
      return (places, start) => { range.max = places - 1; range.value = start; move(); };
    }
  }

  function kind(name, start) {
    for (const holder of document.querySelectorAll(`.replay[data-replay="${name}"]`)) {
      start(new Box(holder), JSON.parse(holder.querySelector("script").textContent));
      holder.hidden = false;
    }
  }

  return { allow, drawings: (name, svgs) => arrive[name](svgs), element, kind };
})();
