// Drawings that are uncovered stage by stage. A part with data-from="2" shows from the third step on and is
// marked when it comes, and in the steps of its data-lit. At first, the figure stays as it is on paper.
"use strict";

replays.kind("stages", (box, data) => {
  let drawing = box.stage.querySelector("svg");
  box.drawings.splice(data.shown, 0, drawing);
  const finished = box.drawings.map((each) => each.getAttribute("aria-label"));
  let chosen = data.shown;

  const press = box.choose(data.choices.map((choice) => choice.title), (index) => {
    drawing.replaceWith(box.drawings[index]);
    chosen = index;
    drawing = box.drawings[index];
    restart(data.choices[index].says.length);
  });
  const restart = box.steps((place) => {
    const { says } = data.choices[chosen];
    const done = place === says.length - 1;
    for (const part of drawing.querySelectorAll("[data-from]")) {
      const from = Number(part.dataset.from);
      const lit = from === place || (part.dataset.lit || "").split(" ").includes(String(place));
      part.classList.toggle("replay-covered", from > place);
      part.classList.toggle("replay-lit", lit && place > 0);
    }
    drawing.setAttribute("aria-label", done ? finished[chosen] : says[place]);
    box.say(says[place]);
  });
  press(data.shown);
  restart(data.choices[chosen].says.length, Infinity);
  for (const part of drawing.querySelectorAll(".replay-lit")) part.classList.remove("replay-lit");
});
