export { DemoModule } from './demo.module';
export { Demonstration } from './demonstration';
export { DEMONSTRATION, type MainSizes } from './sizes';
