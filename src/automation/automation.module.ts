import { Module } from '@nestjs/common';
import { AutomationController } from './automation.controller';
import { AutomationsService } from './automations.service';
import { DateGroupRules } from './date-groups/date-group.rules';
import { DateGroupsController } from './date-groups/date-groups.controller';
import { Dispatcher } from './events/dispatcher.service';
import { Timekeeper } from './events/timekeeper.service';
import { PreviewService } from './preview/preview.service';
import { RunHistory } from './run-history.service';
import { RunRetention } from './run-retention.service';
import { Runner } from './running/runner.service';
import { Runs } from './running/runs.service';
import { AutomationRules } from './saving/automation.rules';

@Module({ controllers: [DateGroupsController, AutomationController], providers: [AutomationsService, AutomationRules, DateGroupRules, Dispatcher, Timekeeper, PreviewService, RunHistory, RunRetention, Runner, Runs] })
export class AutomationModule {}
