// Slopes measured with one step h: a point on each curve, and the digits that agree with the slope's.
"use strict";

replays.kind("differences", (box, data) => {
  const dots = [...box.stage.querySelectorAll(".replay-dot")];
  const table = replays.element("dl", "replay-digits");
  const rows = ["slope", ...data.names].map((name) => {
    const row = replays.element("dd", "");
    table.append(replays.element("dt", "", name), row);
    return row;
  });
  rows[0].textContent = data.slope;
  box.bar.after(table);

  const restart = box.slider("Step h", (to) => {
    const { h, read } = data.states[to];
    const told = read.map(({ digits: [agreeing, rest], off, move }, index) => {
      dots[index].setAttribute("transform", `translate(${move})`);
      rows[index + 1].replaceChildren(replays.element("b", "", agreeing), rest);
      const decimals = Math.max(agreeing.length - 2, 0); // after "0."
      return `${data.names[index]} off by ${off}, decimals that agree: ${decimals}`;
    });
    box.describe(`h = ${h}: ${told.join("; ")}.`);
    return `h = ${h}`;
  });
  restart(data.states.length, data.start);
});
