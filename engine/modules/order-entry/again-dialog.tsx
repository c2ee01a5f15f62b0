import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BulkDialogProps } from '../../kit/index.ts';

/** The same order once more, as a new entry. */
export default function AgainDialog({ records, onClose }: BulkDialogProps) {
  const navigate = useNavigate();
  const id = records[0]?.id ?? '';
  useEffect(() => {
    onClose(false);
    navigate(`/order-entry?copy=${id}`);
  }, [id, navigate, onClose]);
  return null;
}
