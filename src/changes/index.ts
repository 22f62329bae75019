export { Counter, RecordChange } from './change.entity';
export { ChangeLog, type SequencedChange } from './change-log.service';
export { ChangesModule } from './changes.module';
export { follow } from './followers';
export { changesSeenAs } from './in-sight';
export { publish, type Change, type ChangeAction, type FieldChanges } from './publish';
