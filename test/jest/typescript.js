const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const { transform } = require('../../jest.config.js');

const [[, options]] = Object.values(transform);

/**
 * Lets `require` load TypeScript as Jest does: by SWC, and an import of `./x.js` means `./x.ts`.
 *
 * @param onLoad is told the path of each file and its source map, a string
 */
function loadTypeScript(onLoad = () => {}) {
  require.extensions['.ts'] = (module, filename) => {
    const { code, map } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename, sourceMaps: true });
    onLoad(filename, map);
    module._compile(code.replace(/(require\("\.{1,2}\/[^"]*)\.js"\)/g, '$1")'), filename);
  };
}

module.exports = { loadTypeScript };
