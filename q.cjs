const D=require('better-sqlite3');const d=new D(process.argv[2]||'data/recruitment.sqlite',{readonly:true});
for(const t of ['user','candidate','contact','job','activity','client','automation','contact_search','automation_run','candidate_text','candidate_figure'])console.log(t,d.prepare(`select count(*) c, min(id) a, max(id) b from ${t}`).get());
