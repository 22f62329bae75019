import { Module, type DynamicModule } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import type { Settings } from '../core/config';
import { DivisionsController } from './divisions.controller';
import { CredentialsCheck } from './payroll/credentials-check';
import { payrollController } from './payroll/payroll.controller';
import { PayrollService } from './payroll/payroll.service';

@Module({})
export class DivisionsModule {
  static with({ payrollIntegrationSegment }: Settings): DynamicModule {
    return {
      module: DivisionsModule,
      controllers: [DivisionsController, ...bulkControllers(DivisionsController), payrollController(payrollIntegrationSegment)],
      providers: [PayrollService, CredentialsCheck],
    };
  }
}
