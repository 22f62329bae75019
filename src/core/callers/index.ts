export { callerOf, CurrentCaller, type Caller, type Cause, type Scope } from './caller';
export { CallersModule } from './callers.module';
export { allowOrigins, authenticate } from './authenticate';
export { UserDirectory } from './user-directory';
export { SYSTEM_CALLER } from './system-caller';
