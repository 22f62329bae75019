export { DemoModule } from './demo.module';
export { DemoData } from './demo-data';
export { DEMO_SIZES, type MainSizes } from './sizes';
