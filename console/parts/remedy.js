// What a message of the workbench means and how to correct it, from the table of `doctor`; and what `doctor` finds when it is
// asked about one server.

import { h } from '../base/element.js';
import { foreign } from '../base/visible.js';
import { badge, button, facts, notice } from './controls.js';

/** The remedy of a message. It is requested the first time that it is shown. */
export function remedyOf(app, message) {
  const advice = app.cached(`advice:${message}`, () => app.request('workbench/advice', { message }));
  if (!advice.value) return null;
  return facts([
    ['Meaning', foreign(advice.value.meaning)],
    ['Remedy', foreign(advice.value.remedy)],
  ]);
}

function trouble(found) {
  const tone = found.severity === 'error' ? 'bad' : 'warning';
  return h(
    'li',
    null,
    badge(found.severity ?? 'remark', tone),
    ' ',
    found.message && foreign(found.message),
    facts([
      ['Meaning', found.meaning && foreign(found.meaning)],
      ['Remedy', found.remedy && foreign(found.remedy)],
    ]),
  );
}

/** A button that asks `doctor`, and its findings. Only who sees everything may ask. */
export function doctor(app, { toolbox, server }) {
  if (!app.seesEverything) return null;
  const key = `doctor:${toolbox}/${server}`;
  const ask = () =>
    app.run(key, async () => {
      const report = await app.request('workbench/doctor', { toolbox, server });
      app.update({ doctors: { ...app.state.doctors, [key]: report } });
    });
  const report = app.state.doctors[key];
  return h(
    'div',
    { class: 'doctor' },
    button('Ask doctor', ask, { isBusy: app.isBusy(key), name: `Ask doctor about ${toolbox}/${server}` }),
    notice(app.noticeOf(key)),
    report && findings(report),
  );
}

function findings(report) {
  const troubles = [...(report.configuration?.troubles ?? []), ...(report.servers ?? []).flatMap((server) => server.troubles ?? [])];
  if (troubles.length === 0) return h('p', { role: 'status' }, badge('doctor finds nothing wrong', 'good'));
  return h('ul', { class: 'troubles', role: 'status' }, troubles.map(trouble));
}
