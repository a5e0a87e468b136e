// What a message of the workbench means and how to correct it; and what `doctor` finds about one server.

import { h } from '../base/element.js';
import { badge, facts, task } from './controls.js';
import { given } from './page.js';

/** The remedy of a message. It is requested the first time that it is shown. */
export function remedyOf(app, message) {
  const advice = app.cached(`advice:${message}`, () => app.request('advice', { message }));
  return advice.value ? sentences(advice.value) : null;
}

const sentences = ({ meaning, remedy }) => facts([['Meaning', given(meaning)], ['Remedy', given(remedy)]]);

const trouble = (found) => h('li', badge(found.severity ?? 'remark', found.severity === 'error' ? 'bad' : 'warning'), ' ', given(found.message), sentences(found));

/** A button that asks `doctor`, and its findings: only for an operator who sees everything. */
export function doctor(app, { toolbox, server }) {
  if (!app.seesEverything) return null;
  const key = `doctor:${toolbox}/${server}`;
  const ask = async () => {
    const report = await app.request('doctor', { toolbox, server });
    app.update({ doctors: { ...app.state.doctors, [key]: report } });
  };
  const report = app.state.doctors[key];
  return h('div.doctor', task(app, key, 'Ask doctor', ask, { name: `Ask doctor about ${toolbox}/${server}` }), report && findings(report));
}

function findings(report) {
  const troubles = [...(report.configuration?.troubles ?? []), ...(report.servers ?? []).flatMap((server) => server.troubles ?? [])];
  if (troubles.length === 0) return h('p', { role: 'status' }, badge('doctor finds nothing wrong', 'good'));
  return h('ul', { class: 'troubles', role: 'status' }, troubles.map(trouble));
}
