const base = require('./jest.config.js');

/** What needs a browser: Chromium, at the path in CHROMIUM or where Debian has it. */
module.exports = { ...base, testRegex: '\\.browser-spec\\.ts$' };
