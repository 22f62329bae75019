const { readFileSync } = require('node:fs');
const threads = require('node:worker_threads');
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

/** A thread whose program is written in TypeScript. */
class TypeScriptWorker extends threads.Worker {
  constructor(program, options) {
    if (!String(program).endsWith('.ts')) super(program, options);
    else
      super(`require(${JSON.stringify(require.resolve('./typescript.js'))}).loadTypeScript(); require(${JSON.stringify(program)});`, {
        ...options,
        eval: true,
      });
  }
}

/** Lets threads run programs in TypeScript, too. */
const loadTypeScriptInThreads = () => void (threads.Worker = TypeScriptWorker);

module.exports = { loadTypeScript, loadTypeScriptInThreads };
