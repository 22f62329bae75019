export * from './automation.entity';
export { AutomationModule } from './automation.module';
export { automations } from './automation.records';
export { automationRecords } from './record-types';
