/** Show the rotating mark, next to a text. */
export function Spin({ size = 15 }: { size?: number }) {
  return <span className="spin" style={{ width: size, height: size }} aria-hidden="true" />;
}

/**
 * Fill the page until there is something to show (docs/spec/application.md); index.html begins with
 * the same.
 */
export function Spinner() {
  return (
    <div className="loading" role="status">
      <Spin size={22} />
      <p>Loading...</p>
    </div>
  );
}
