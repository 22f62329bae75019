export { CHANGED_FIELDS } from './changes.dto';
export { CHAIN_LENGTH, chainOf, chainText } from './chain';
export { AUDITED } from './audited';
export { RecordChange } from './change.entity';
export { changesByRun, lastChangeID, type RunChange } from './changes-by-run';
export { ChangeLog, type SequencedChange, type StoredChange } from './change-log.service';
export { ChangesModule } from './changes.module';
export { changeResponse, ChangeDto } from './changes.dto';
export type { ChangeFilter } from './change-filter';
export { errorsInFilter } from './check-filter';
export { collectChanges } from './collect-changes';
export { ChangesGone } from './changes-gone';
export { lastSequence } from './numbering';
export { checkStored } from './stored-changes';
export { CHANGE_ACTIONS } from './publish';
export { changesAboutPersons } from './personal-data';
export { visibleChanges } from './visible-changes';
export { CHANGE_SOURCES, ORIGIN_LENGTHS, type ChangeSource } from './origin';
export {
  audit,
  AUDITED_ACTIONS,
  CHANGES_COMMITTED,
  publish,
  type AuditedAction,
  type Change,
  type ChangeAction,
  type FieldChanges,
} from './publish';
