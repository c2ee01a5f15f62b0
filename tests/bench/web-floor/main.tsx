import { InfiniteRowModelModule, ModuleRegistry, type IDatasource } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createRoot } from 'react-dom/client';

ModuleRegistry.registerModules([InfiniteRowModelModule]);

/** The floor: a page that knows its columns, asks for rows at once, and can do nothing else. */
const columns = [
  'orderNo',
  'status',
  '$customer',
  '$channel',
  'leadTracking',
  'shipToName',
  'shipToState',
  'shipToPostalCode',
  'boxCount',
  'createdAt',
].map((field) => ({ field, colId: field, width: 160 }));

const { value: token } = JSON.parse(localStorage.getItem('pro__Access-Token') ?? '{}') as { value?: string };

const datasource: IDatasource = {
  getRows({ startRow, successCallback, failCallback }) {
    fetch(`/api/Order/page?culture=en-US&pageNo=${startRow / 100 + 1}&pageSize=100`, {
      headers: { authorization: `Bearer ${token}` },
    })
      .then((answer) => answer.json())
      .then(({ data }) => successCallback(data.rows, data.totalRows), failCallback);
  },
};

createRoot(document.getElementById('root')!).render(
  <AgGridReact rowModelType="infinite" cacheBlockSize={100} columnDefs={columns} datasource={datasource} />,
);
