import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { DeliveriesModule } from '../deliveries';
import { AutomationMetrics } from './automation-metrics.service';
import { AutomationController } from './automation.controller';
import { AutomationsService } from './automations.service';
import { DateGroupsController } from './date-groups/date-groups.controller';
import { Dispatcher } from './events/dispatcher.service';
import { AutomationScheduler } from './events/automation-scheduler.service';
import { ExplanationsService } from './explain/explanations.service';
import { PreviewService } from './preview/preview.service';
import { DryRunService } from './dry-run/dry-run.service';
import { RunHistory } from './run-history.service';
import { RunRetention } from './run-retention.service';
import { RunWorker } from './running/run-worker.service';
import { RunExecutor } from './running/run-executor.service';
import { RunsController } from './runs.controller';
import { AutomationRules } from './saving/automation.rules';
import { VersionsController } from './versions/versions.controller';
import { VersionsService } from './versions/versions.service';
import { StatisticsService } from './statistics/statistics.service';
import { TemplatePreviewService } from './templates/template-preview.service';
import { TemplatesController } from './templates/templates.controller';
import { RunControlService } from './run-control/run-control.service';

@Module({
  imports: [DeliveriesModule],
  controllers: [
    DateGroupsController,
    ...bulkControllers(DateGroupsController),
    TemplatesController,
    ...bulkControllers(TemplatesController),
    RunsController,
    VersionsController,
    AutomationController,
  ],
  providers: [
    AutomationsService,
    AutomationRules,
    Dispatcher,
    AutomationScheduler,
    ExplanationsService,
    PreviewService,
    TemplatePreviewService,
    DryRunService,
    RunHistory,
    RunRetention,
    RunWorker,
    RunExecutor,
    RunControlService,
    StatisticsService,
    VersionsService,
    AutomationMetrics,
  ],
})
export class AutomationModule {}
