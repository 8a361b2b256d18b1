// A computation graph in a replay. It is drawn as boxes, each followed by its lines: label, value, gradient.
"use strict";

replays.Graph = class {
  constructor(svg) {
    this.boxes = [...svg.querySelectorAll("rect")].map((box) => {
      const lines = [];
      for (let next = box.nextElementSibling; lines.length < 3; next = next.nextElementSibling) lines.push(next);
      return { box, value: lines[1], grad: lines[2], finished: lines[1].textContent };
    });
    this.view = replays.element("div", "replay-drawing");
    this.view.append(svg);
  }

  show(values, grads, active) {
    this.boxes.forEach(({ box, value, grad, finished }, index) => {
      value.textContent = values ? values[index] : finished;
      grad.textContent = grads[index] && `grad ${grads[index]}`;
      box.classList.toggle("replay-active", active.includes(index));
    });
  }
};
