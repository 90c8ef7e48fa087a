export interface Answer {
  answer: string;
  sources: string[];
}

export async function ask(question: string, token: string): Promise<Answer> {
  const response = await fetch("/api/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ question }),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  return response.json();
}
