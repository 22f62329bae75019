export { DeliveriesModule } from './deliveries.module';
export { EXAMPLE_ID } from './delivery.dto';
export { Delivery, type DeliveryKind } from './delivery.entity';
export { messagesSince } from './messages-since';
export { type NewDelivery, type RecordReference } from './new-delivery';
export { queueDeliveries, queueDelivery } from './queue';
export { DeliveryWorker } from './sending/worker';
