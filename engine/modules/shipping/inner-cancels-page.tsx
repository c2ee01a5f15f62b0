import { Navigate } from 'react-router-dom';

/** Orders that are cancelled without the carrier, or may have to be because it refused to void them. */
export default function InnerCancelsPage() {
  return <Navigate to="/Order?view=innerCancel" replace />;
}
