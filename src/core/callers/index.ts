export { callerOf, CurrentCaller, type Caller, type Cause, type Scope } from './caller';
export { CallersModule } from './callers.module';
export { allowOrigins, authenticate, isOpen } from './authenticate';
export { KeyDirectory } from './key-directory';
export { UserDirectory } from './user-directory';
export { ADMINISTRATOR, MissingScope, requireScopes, type Rights } from './rights';
export { ScopeGuard } from './scope.guard';
export { SYSTEM_CALLER } from './system-caller';
