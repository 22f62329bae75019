const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What decorators of the service registered, once per process as the service itself. */
const KEPT = new Set(['typeormMetadataArgsStorage', 'classValidatorMetadataStorage']);

/** Runs test files in the context of their process, in which they can share packages, and leaves its global object as it was. */
module.exports = class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #before = Object.getOwnPropertyDescriptors(globalThis);

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const key of Reflect.ownKeys(globalThis))
      if (!KEPT.has(key) && !Object.hasOwn(this.#before, key)) Reflect.deleteProperty(globalThis, key);
    Object.defineProperty(globalThis, 'console', this.#before.console);
  }
};
