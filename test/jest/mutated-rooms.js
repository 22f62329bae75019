/** What is mutated, and the folders of specs that notice it: specs without a service, so that each mutant takes milliseconds. */
module.exports = {
  'core/query': { specs: ['src/core/query'], cases: 20 },
  'automation/schedule': { specs: ['src/automation/schedule'] },
  'automation/events': { specs: ['src/automation/events'] },
  'automation/running': { specs: ['src/automation/running'] },
  'core/records': { specs: ['src/core/records'], cases: 5 },
};
