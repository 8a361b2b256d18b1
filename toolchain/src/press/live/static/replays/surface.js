// The answers of a network over a square, at some steps of its training, in one run or another.
"use strict";

replays.kind("surface", (box, data) => {
  const bands = [...box.stage.querySelectorAll(".replay-band")];
  const half = box.stage.querySelector(".replay-half");
  let run = data.runs[0];
  let place = run.length - 1;
  let name = "";

  const labels = data.names.map((each) => each[0].toUpperCase() + each.slice(1));
  const press = box.choose(labels, (index) => {
    run = data.runs[index];
    name = data.names[index];
    restart(run.length, Math.min(place, run.length - 1));
  });
  const restart = box.slider("Step of the training", (to) => {
    place = to;
    const state = run[place];
    bands.forEach((band, index) => band.setAttribute("d", state.bands[index]));
    half.setAttribute("d", state.bands[data.half]);
    box.describe(`Step ${state.step}, ${name}: the loss is ${state.loss}.`);
    return `step ${state.step}`;
  });
  press(0);
});
