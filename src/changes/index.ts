export { Counter, RecordChange } from './change.entity';
export { follow } from './followers';
export { publish, type Change, type ChangeAction, type FieldChanges } from './publish';
