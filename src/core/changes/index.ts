export { RecordChange } from './change.entity';
export { changesByRun, lastChangeID, type RunChange } from './changes-by-run';
export { ChangeLog, type SequencedChange } from './change-log.service';
export { ChangesModule } from './changes.module';
export { CHANGES_COMMITTED, publish, type Change, type ChangeAction, type FieldChanges } from './publish';
