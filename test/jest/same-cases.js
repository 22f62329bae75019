const fc = require('fast-check');

/** Every mutant meets the same cases, and a case that notices it is enough: nobody reads the smallest one. */
fc.configureGlobal({ seed: 20260301, endOnFailure: true });
