export { AuditEntry, AuditKey } from './audit-entry.entity';
export { AuditEntryDto, HistoryQuery } from './audit.dto';
export { AuditModule } from './audit.module';
export { AuditService } from './audit.service';
export { AuditWriter } from './audit-writer.service';
export { keysOfPersons } from './personal-data';
export { isText } from './persons';
export { verifyAudit, type Verification } from './verify';
