/** What is mutated, and the specs or folders of specs that notice it soonest: those without a service, then the e2e specs closest to it. */
module.exports = {
  'core/query': { specs: ['src/core/query'], cases: 20 },
  'automation/schedule': { specs: ['src/automation/schedule'] },
  'automation/events': {
    specs: ['src/automation/events', ...['all-events', 'events', 'schedules', 'together'].map(automationSpec)],
    cases: 2,
  },
  'automation/running': {
    specs: ['src/automation/running', ...['actions', 'retry', 'runs', 'run-control'].map(automationSpec)],
  },
  'core/records': {
    specs: [
      'src/core/records',
      ...['candidates', 'conditional', 'lists', 'paging', 'divisions', 'callers', 'figures'].map((name) => `test/${name}.e2e-spec.ts`),
    ],
    cases: 5,
  },
};

function automationSpec(name) {
  return `test/automation-${name}.e2e-spec.ts`;
}
