import { Module } from '@nestjs/common';
import { AutomationController } from './automation.controller';
import { AutomationsService } from './automations.service';
import { PreviewService } from './preview/preview.service';
import { RunHistory } from './run-history.service';
import { Runner } from './running/runner.service';
import { Runs } from './running/runs.service';

@Module({ controllers: [AutomationController], providers: [AutomationsService, PreviewService, RunHistory, Runner, Runs] })
export class AutomationModule {}
