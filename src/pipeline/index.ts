import './pipeline.rules';

export { Application, Interview, Offer } from './pipeline.entity';
export { applications, interviews, offers } from './pipeline.records';
