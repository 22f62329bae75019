import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { ChecklistsController } from './checklists/checklists.controller';
import { ComplianceController } from './state/compliance.controller';
import { ComplianceService } from './state/compliance.service';
import { StatementsController } from './statements/statements.controller';
import { StatementsService } from './statements/statements.service';
import { ExpiryWarnings } from './warnings/expiry-warnings.service';

@Module({
  controllers: [ChecklistsController, ...bulkControllers(ChecklistsController), ComplianceController, StatementsController],
  providers: [ComplianceService, StatementsService, ExpiryWarnings],
})
export class ComplianceModule {}
