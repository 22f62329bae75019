import { Module } from '@nestjs/common';
import { AutomationController } from './automation.controller';
import { AutomationsService } from './automations.service';
import { DateGroupRules } from './date-groups/date-group.rules';
import { DateGroupsController } from './date-groups/date-groups.controller';
import { Dispatcher } from './events/dispatcher.service';
import { Timekeeper } from './events/timekeeper.service';
import { Explanations } from './explain/explanations.service';
import { PreviewService } from './preview/preview.service';
import { Rehearsal } from './rehearsal/rehearsal.service';
import { RunHistory } from './run-history.service';
import { RunRetention } from './run-retention.service';
import { Runner } from './running/runner.service';
import { Runs } from './running/runs.service';
import { RunsController } from './runs.controller';
import { AutomationRules } from './saving/automation.rules';
import { Steering } from './steering/steering.service';

@Module({
  controllers: [DateGroupsController, RunsController, AutomationController],
  providers: [
    AutomationsService,
    AutomationRules,
    DateGroupRules,
    Dispatcher,
    Timekeeper,
    Explanations,
    PreviewService,
    Rehearsal,
    RunHistory,
    RunRetention,
    Runner,
    Runs,
    Steering,
  ],
})
export class AutomationModule {}
