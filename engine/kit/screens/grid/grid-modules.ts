import {
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  HighlightChangesModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
} from 'ag-grid-community';

/* The parts of the grid's library that our lists use. */

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  HighlightChangesModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
]);
