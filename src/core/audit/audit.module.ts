import { Global, Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditMetrics } from './audit-metrics.service';
import { AuditService } from './audit.service';
import { AuditWriter } from './audit-writer.service';
import { AuditRetention } from './retention';
import { KeysCheck } from './keys-check';

/** The audit, and the histories of records that areas offer. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [KeysCheck, AuditWriter, AuditService, AuditMetrics, AuditRetention],
  exports: [AuditService, AuditWriter],
})
export class AuditModule {}
