import { Navigate } from 'react-router-dom';

/** The list of orders, on the tab of those whose placing has failed. */
export default function ErrorOrdersPage() {
  return <Navigate to="/Order?view=errors" replace />;
}
