// Drawings that are uncovered stage by stage. A part with data-from="2" shows from the third step on and is
// marked when it comes, and in the steps of its data-lit. At first, the figure stays as it is on paper.
"use strict";

replays.kind("stages", (box, data) => {
  const figure = box.picture;
  let chosen = data.shown;
  let wanted;

  const press = box.choose(data.choices.map((choice) => choice.title), async (index) => {
    const start = wanted === undefined ? Infinity : 0;
    wanted = index;
    // The figure is none of the record's drawings: those after it come one place earlier.
    const next = index === data.shown ? figure : await box.drawing(index - (index > data.shown));
    if (wanted !== index) return; // another was chosen meanwhile
    chosen = index;
    box.picture.replaceWith(next);
    box.picture = next;
    restart(data.choices[index].says.length, start);
  });
  const restart = box.steps((place) => {
    for (const part of box.picture.querySelectorAll("[data-from]")) {
      const from = Number(part.dataset.from);
      const lit = from === place || (part.dataset.lit || "").split(" ").includes(String(place));
      part.classList.toggle("replay-covered", from > place);
      part.classList.toggle("replay-lit", lit && place > 0);
    }
    box.describe(data.choices[chosen].says[place]);
  });
  press(data.shown);
  for (const part of figure.querySelectorAll(".replay-lit")) part.classList.remove("replay-lit");
});
