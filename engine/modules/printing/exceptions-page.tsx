import { Navigate } from 'react-router-dom';

/** The list of print jobs, on the tab of those that a person must look at. */
export default function PrintExceptionsPage() {
  return <Navigate to="/PrintJob?view=exceptions" replace />;
}
