export * from './automation.entity';
export { AutomationModule } from './automation.module';
export { automations } from './automation.records';
export { zonedDaysOf } from './definition/bare-dates';
export { definitionIn } from './versions/defining-fields';
export { webhookTypeOf } from './catalogue/webhook-type';
export { AutomationVersion } from './versions/version.entity';
export { automationRecords } from './record-types';
