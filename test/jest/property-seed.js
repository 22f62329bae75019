const fc = require('fast-check');

const chosen = process.env.PROPERTY_SEED ?? '1';
if (chosen !== 'random' && !/^-?\d{1,10}$/.test(chosen)) throw new Error(`PROPERTY_SEED is a whole number or random, not ${chosen}`);

// property tests try the same cases in every run, so that a failure is due to what has changed; other seeds look for new cases
if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen) });
