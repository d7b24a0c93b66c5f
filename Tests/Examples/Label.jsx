// index.html: <script type="module" src="http://localhost:8080/kinetype.min.js"></script>
import { useState } from 'react';

export function Label() {
  const [count, setCount] = useState(1);
  return <button onClick={() => setCount(9)}>
    <kinetic-text value={`${count} apples`} duration="300ms">{count} apples</kinetic-text>
  </button>;
}
