import { useState } from "react";
import { createRoot } from "react-dom/client";
import { ask, type Answer } from "./ask";

function Page() {
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    setAnswer(await ask(question, localStorage.getItem("token") ?? ""));
  }

  return (
    <form onSubmit={submit}>
      <input value={question} onChange={(event) => setQuestion(event.target.value)} />
      <button>Ask</button>
      {answer && <p className="answer">{answer.answer}</p>}
    </form>
  );
}

createRoot(document.getElementById("app")!).render(<Page />);
