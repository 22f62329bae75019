export { callerOf, Calling, type Caller, type Cause, type Scope } from './caller';
export { CallersModule } from './callers.module';
export { allowOrigins, guardEntrance } from './gate';
export { UserDirectory } from './user-directory';
export { THE_SERVICE } from './service-caller';
